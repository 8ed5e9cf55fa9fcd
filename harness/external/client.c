#include "external/client.h"
#include "base/complaints.h"
#include "base/memory.h"
#include "base/process_watch.h"
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LONGEST_LINE = 1 << 26, /* a Jacobian of some 1500 unknowns; longer lines are errors */
  WORDS_KEPT = 160,
  LOOK_MILLISECONDS = 50,
  END_MILLISECONDS = 1000 /* in which one that has closed its output may also end */
};

struct Client {
  pid_t process;
  int to, from, complaints;
  char *text; /* what has come */
  size_t length, room;
  size_t taken;                                    /* the line that was heard last */
  size_t heard;                                    /* bytes of standard error */
  char last[WORDS_KEPT + 1], next[WORDS_KEPT + 1]; /* the last whole line of it, and what follows */
  size_t next_length;
  double patience;
  char why[512];
};

void MakePlain(char *text) {
  for (; *text; text++)
    if (*text < ' ' || *text > '~')
      *text = '?';
}

const char *ClientWhy(const Client *client) { return client->why; }

void ClientSetPatience(Client *client, double seconds) { client->patience = seconds; }

/* ---- Beginning ---- */

/* With its ends of the three pipes and nothing else that is open here. */
static int Spawn(char *const *words, int ends[3][2], pid_t *process) {
  posix_spawn_file_actions_t actions;
  (void)posix_spawn_file_actions_init(&actions);
  int failed = posix_spawn_file_actions_adddup2(&actions, ends[0][0], STDIN_FILENO) ||
               posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDOUT_FILENO) ||
               posix_spawn_file_actions_adddup2(&actions, ends[2][1], STDERR_FILENO);
#if __GLIBC_PREREQ(2, 34)
  failed = failed || posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
  failed = failed ? ENOMEM : SpawnAlone(words[0], words, &actions, 0, process);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failed;
}

static void Close(int *descriptor) {
  if (*descriptor >= 0)
    (void)close(*descriptor);
  *descriptor = -1;
}

Client *ClientStart(char *const *words) {
  int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  Client *client = MemoryZeroed(1, sizeof(*client));
  int failed = 0;
  for (int i = 0; i < 3 && !failed; i++)
    failed = pipe2(ends[i], O_CLOEXEC) ? errno : 0; /* no standard stream is closed (main.c) */
  if (!failed)
    failed = Spawn(words, ends, &client->process);
  Close(&ends[0][0]);
  Close(&ends[1][1]);
  Close(&ends[2][1]);
  if (failed) {
    Close(&ends[0][1]);
    Close(&ends[1][0]);
    Close(&ends[2][0]);
    free(client);
    errno = failed;
    return NULL;
  }
  client->to = ends[0][1];
  client->from = ends[1][0];
  client->complaints = ends[2][0];
  (void)fcntl(client->to, F_SETFL, O_NONBLOCK);
  (void)fcntl(client->complaints, F_SETFL, O_NONBLOCK);
  return client;
}

/* ---- The end ---- */

void ClientForget(Client **client) {
  Client *c = *client;
  Close(&c->to);
  Close(&c->from);
  Close(&c->complaints);
  free(c->text);
  free(c);
  *client = NULL;
}

void ClientEnd(Client **client) {
  if (!*client)
    return;
  (void)kill((*client)->process, SIGKILL);
  while (waitpid((*client)->process, NULL, 0) < 0 && errno == EINTR)
    ;
  ClientForget(client);
}

/* ---- Standard error ---- */

/* Letters that are not ASCII would have to be looked at: a record takes UTF-8 only. */
static void KeepWord(Client *client, char letter) {
  if (letter == '\n') {
    client->next[client->next_length] = 0;
    if (client->next_length)
      memcpy(client->last, client->next, client->next_length + 1);
    client->next_length = 0;
  } else if (client->next_length < WORDS_KEPT)
    client->next[client->next_length++] = letter >= ' ' && letter <= '~' ? letter : '?';
}

/* Passes on what is there, and keeps the last line of it. */
static void HearComplaints(Client *client) {
  char text[4096];
  const ssize_t got =
      client->complaints < 0 ? -1 : ComplaintsPass(client->complaints, text, sizeof(text));
  if (got == 0)
    Close(&client->complaints);
  if (got <= 0)
    return;
  client->heard += (size_t)got;
  for (ssize_t i = 0; i < got; i++)
    KeepWord(client, text[i]);
}

/* It has closed its output; if it ends, how, is worth a moment. */
static void TellEnd(Client *client) {
  siginfo_t about = {.si_pid = 0};
  char what[128];
  for (int i = 0; i < END_MILLISECONDS && !about.si_pid; i++) {
    if (i)
      (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
    HearComplaints(client);
    (void)waitid(P_PID, (id_t)client->process, &about, WEXITED | WNOHANG | WNOWAIT);
  }
  for (size_t before = (size_t)-1; before != client->heard;) {
    before = client->heard;
    HearComplaints(client);
  }
  KeepWord(client, '\n');
  if (!about.si_pid)
    (void)snprintf(what, sizeof(what), "closed its standard output");
  else if (about.si_code == CLD_EXITED)
    (void)snprintf(what, sizeof(what), "ended with exit status %d", about.si_status);
  else
    (void)snprintf(what, sizeof(what), "was ended by signal %d (%s)", about.si_status,
                   strsignal(about.si_status));
  (void)snprintf(client->why, sizeof(client->why), "%s%s%s%s", what,
                 client->length > client->taken ? ", in a line that it did not end" : "",
                 *client->last ? ", and its last line was: " : "", client->last);
}

/* ---- Lines ---- */

/* The beginning of what has come behind the line that was heard last. */
static int TellUnasked(Client *client) {
  char quoted[41];
  (void)snprintf(quoted, sizeof(quoted), "%.*s", (int)(client->length - client->taken),
                 client->text + client->taken);
  MakePlain(quoted);
  (void)snprintf(client->why, sizeof(client->why), "speaks when it was not asked (\"%s\")", quoted);
  return 1;
}

/* One read. 0: more is there; else it has ended, or says too much. */
static int Read(Client *client) {
  if (client->room - client->length < 4096) {
    const size_t room = 2 * client->room + 16384;
    if (room > 2 * (size_t)LONGEST_LINE) {
      (void)snprintf(client->why, sizeof(client->why),
                     "says more than %d bytes without an end of a line", (int)LONGEST_LINE);
      return 1;
    }
    client->text = MemoryGrow(client->text, client->length, room);
    client->room = room;
  }
  const ssize_t got =
      read(client->from, client->text + client->length, client->room - client->length - 1);
  if (got < 0 && errno == EINTR)
    return 0;
  if (got <= 0) {
    TellEnd(client);
    return 1;
  }
  client->length += (size_t)got;
  return 0;
}

static int IsTooLate(Client *client, ProcessWatch *watch) {
  if (!client->patience || !ProcessWatchLook(watch, client->patience / 20))
    return 0;
  if (watch->idle <= client->patience && watch->run <= client->patience)
    return 0;
  (void)snprintf(client->why, sizeof(client->why),
                 "does not answer within %g s; is its output flushed?", client->patience);
  return 1;
}

/* Until there is something to read, and, where `writing`, or it takes more. Returns which: its answer
 * is the first; 0: none will come. */
static short Wait(Client *client, int writing) {
  ProcessWatch watch;
  ProcessWatchBegin(&watch, client->process);
  for (;;) {
    struct pollfd on[3] = {{.fd = client->from, .events = POLLIN},
                           {.fd = client->complaints, .events = POLLIN},
                           {.fd = writing ? client->to : -1, .events = POLLOUT}};
    const int ready = poll(on, 3, client->patience ? LOOK_MILLISECONDS : -1);
    if (ready > 0 && on[1].revents)
      HearComplaints(client);
    if (ready > 0 && on[0].revents)
      return POLLIN;
    if (ready > 0 && on[2].revents)
      return POLLOUT;
    if (IsTooLate(client, &watch))
      return 0;
  }
}

const char *ClientHear(Client *client, size_t *length) {
  size_t seen = client->taken;
  for (;;) {
    char *line = client->text + client->taken,
         *end = client->length > seen ? memchr(client->text + seen, '\n', client->length - seen)
                                      : NULL;
    if (end) {
      *end = 0;
      *length = (size_t)(end - line);
      client->taken = (size_t)(end + 1 - client->text);
      return line;
    }
    seen = client->length;
    if (!Wait(client, 0) || Read(client))
      return NULL;
  }
}

/* Writing to a pipe that nobody reads raises a signal, which must not end this program. */
static ssize_t Write(int descriptor, const char *text, size_t length) {
  sigset_t broken, before;
  (void)sigemptyset(&broken);
  (void)sigaddset(&broken, SIGPIPE);
  (void)sigprocmask(SIG_BLOCK, &broken, &before);
  const ssize_t written = write(descriptor, text, length);
  const int why = errno;
  if (written < 0 && why == EPIPE)
    (void)sigtimedwait(&broken, NULL, &(struct timespec){0, 0});
  (void)sigprocmask(SIG_SETMASK, &before, NULL);
  errno = why;
  return written;
}

int ClientSay(Client *client, const char *line, size_t length) {
  if (client->length > client->taken)
    return TellUnasked(client);
  client->length = client->taken = 0;
  while (length) {
    const ssize_t written = Write(client->to, line, length);
    if (written > 0) {
      line += written;
      length -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      const short what = Wait(client, 1);
      if (!what || (what == POLLIN && Read(client)))
        return 1;
      if (what == POLLIN)
        return TellUnasked(client);
    } else if (written < 0 && errno != EINTR) {
      TellEnd(client);
      return 1;
    }
  }
  return 0;
}
