/* A child process that is spoken to in lines: to its standard input, from its standard output. What
 * it says on standard error goes to ours. */
#pragma once

#include <stddef.h>

typedef struct Client Client;

/* Starts the program of the words, which end with NULL; it is looked for in PATH. NULL: errno says why
 * not. */
extern Client *ClientStart(char *const *words);

/* From here on it may compute, and do nothing, so many seconds for an answer; 0: for ever. */
extern void ClientSetPatience(Client *, double seconds);

/* Says one line with its newline. Not 0: it could not be said, or the client has spoken unasked; see ClientWhy. */
extern int ClientSay(Client *, const char *line, size_t length);

/* Waits for its next line, without the newline; it lasts until the next call. NULL: there will be
 * none; see ClientWhy. */
extern const char *ClientHear(Client *, size_t *length);

/* How it ended: "ended with exit status 1, and its last line was: no such file". */
extern const char *ClientWhy(const Client *);

/* What a record takes is UTF-8, and what a program says may be anything. */
extern void MakePlain(char *text);

/* Ends it, whatever it does. */
extern void ClientEnd(Client **);
/* Forgets it in a copy of the process that has started it, to which it goes on to belong. */
extern void ClientForget(Client **);
