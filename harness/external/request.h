/* What a client asks for in a conversation: the services of gimbal.h. */
#pragma once

#include "external/conversation.h"

extern Answer RequestAnswer;

/* Those that give one array for one or two. NULL: there is none of that name. */
typedef struct Service Service;
extern const Service *ServiceFind(const char *name);
/* How many numbers it takes beside a time, and gives. */
extern size_t ServiceArguments(const gimbal *, const Service *);
extern size_t ServiceValues(const gimbal *, const Service *);
/* Not 0: there is no value. */
extern int ServiceCall(gimbal *, const Service *, double t, const double *x, double *out);
