/* A conversation with a client: the host asks for one thing, and until it has that answers what the
 * client asks for meanwhile. */
#pragma once

#include "external/client.h"
#include "external/external.h"

#include <sys/types.h>
#include <wordexp.h>

struct External {
  char *command;
  wordexp_t words;
  Client *client; /* NULL before it starts and after it has ended */
  int protocol;
  pid_t process; /* that has started it, where that is a model's */
  int runs;      /* so far, which number them */
  int depth;     /* of conversations within conversations */
};

/* The client's answer to a message, which is taken over: an object, to be given back; NULL: there is
 * none, and the reason is recorded, be it that the step is impossible or that the job is to end. */
extern json_t *Converse(gimbal *, json_t *message);

/* The same with any client, which may not call services meanwhile. NULL: there is no answer, or it cannot go on, and
 * `why` has the reason as what the program does. */
extern json_t *ClientExchange(Client *, json_t *message, char *why, size_t room);

/* Ends the client, and the job, for what it did: "ended with exit status 1". Returns non-zero. */
extern int ConversationGiveUp(gimbal *, const char *what);
