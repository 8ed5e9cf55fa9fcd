/* What a client asks for in a conversation: the services of gimbal.h. */
#pragma once

#include "external/conversation.h"

/* The answer, which may take a conversation in turn. NULL: `why` says what is wrong with the question, unless
 * it is empty and the client is gone. */
extern json_t *RequestAnswer(gimbal *, const json_t *request, char *why, size_t room);

/* The services that give one array for one or two; NULL if the name is unknown. `size`: how many numbers it
 * takes besides a time, and gives. */
typedef struct Service Service;
extern const Service *ServiceFind(const gimbal *, const char *name, int size[2]);
/* Not 0: there is no value. */
extern int ServiceCall(gimbal *, const Service *, double t, const double *x, double *out);
