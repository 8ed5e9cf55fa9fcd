#include "external/conversation.h"
#include "base/memory.h"
#include "base/limits.h"
#include "external/message.h"
#include "external/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static External *ExternalOf(const gimbal *g) {
  return ((const ExternalMethod *)g->context)->external;
}

int ConversationGiveUp(gimbal *g, const char *what) {
  External *e = ExternalOf(g);
  OWNED(MemoryFree) char *reason = MemoryPrint("%s: the program %s", e->command, what);
  MakePlain(reason);
  ClientEnd(&e->client);
  return gimbal_give_up(g, reason);
}

/* What a client says of why it cannot go on, or that it says more than it may. */
static void TellBroken(const char *reason, char *what, size_t room) {
  if (strlen(reason) > LIMIT_REASON)
    (void)snprintf(what, room,
                   "cannot go on, and its reason has %zu bytes; at most %d (LIMIT_REASON)",
                   strlen(reason), LIMIT_REASON);
  else
    (void)snprintf(what, room, "cannot go on: %s", reason);
}

/* "do" is a reserved word of some languages, whose records cannot have such a key. */
static void Translate(const External *e, json_t *message) {
  json_t *request = json_object_get(message, "do");
  if (e->protocol < 2 || !request)
    return;
  (void)json_object_set(message, "request", request);
  (void)json_object_del(message, "do");
}

json_t *ClientExchange(Client *client, json_t *message, char *why, size_t room) {
  char *text = MessageText(message);
  const char *line = NULL;
  json_t *heard = NULL;
  size_t length = text ? strlen(text) : 0;
  json_decref(message);
  if (text)
    text[length] = '\n'; /* in place of the null: a line in one piece is one call of the system */
  if (text && !ClientSay(client, text, length + 1))
    line = ClientHear(client, &length);
  if (line)
    heard = MessageRead(line, length, why, room);
  else
    (void)snprintf(why, room, "%s",
                   text ? ClientWhy(client) : "cannot be spoken to: no memory for a message");
  free(text);
  const char *broken = json_string_value(json_object_get(heard, "broken"));
  if (broken) {
    TellBroken(broken, why, room);
    json_decref(heard);
    heard = NULL;
  }
  return heard;
}

/* What it says instead of an answer: that a step cannot be made, by its own word or since the host has no value
 * there. */
static int IsRefusal(gimbal *g, const json_t *answer) {
  const json_t *failed = json_object_get(answer, "failed");
  double number = 0;
  if (!failed || json_is_false(failed))
    return 0;
  (void)MessageReadNumber(json_object_get(answer, "number"), &number);
  if (json_is_string(failed))
    return gimbal_fail(g, json_string_value(failed), number);
  return 1;
}

json_t *Converse(gimbal *g, json_t *message) {
  External *e = ExternalOf(g);
  json_t *heard = NULL;
  char why[EXTERNAL_WHY];
  e->depth++;
  for (;;) {
    Translate(e, message);
    heard = ClientExchange(e->client, message, why, sizeof(why));
    if (!heard)
      (void)ConversationGiveUp(g, why);
    if (!heard || !json_object_get(heard, "ask"))
      break;
    why[0] = 0;
    message = RequestAnswer(g, heard, why, sizeof(why));
    json_decref(heard);
    heard = NULL;
    if (!message && e->client)
      (void)ConversationGiveUp(g, why);
    if (!message)
      break;
  }
  e->depth--;
  if (heard && IsRefusal(g, heard)) {
    json_decref(heard);
    heard = NULL;
  }
  return heard;
}
