/* What a client asks for in a conversation: the services of gimbal.h. */
#pragma once

#include "external/conversation.h"

extern Answer RequestAnswer;

/* The services that give one array for one or two; NULL if the name is unknown. `size`: how many numbers it
 * takes besides a time, and gives. */
typedef struct Service Service;
extern const Service *ServiceFind(const gimbal *, const char *name, int size[2]);
/* Not 0: there is no value. */
extern int ServiceCall(gimbal *, const Service *, double t, const double *x, double *out);
