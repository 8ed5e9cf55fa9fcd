#include "command/command.h"
#include <string.h>
#pragma weak CommandList
#pragma weak CommandDescribe
#pragma weak CommandRun
#pragma weak CommandVerify
#pragma weak CommandReport
#pragma weak CommandCompare
#pragma weak CommandCheck
#pragma weak CommandBench
#pragma weak CommandNew
int main(int argc, char **argv) {
  struct {
    const char *name;
    Command *command;
  } commands[] = {
      {"list", CommandList},     {"describe", CommandDescribe}, {"run", CommandRun},
      {"verify", CommandVerify}, {"report", CommandReport},     {"compare", CommandCompare},
      {"check", CommandCheck},   {"bench", CommandBench},       {"new", CommandNew}};
  int status = 0;
  PetscCall(PetscInitialize(NULL, NULL, NULL, NULL));
  for (int i = 0; argc > 1 && i < 9; i++)
    if (!strcmp(argv[1], commands[i].name)) {
      if (commands[i].command)
        PetscCall(commands[i].command(argc - 1, argv + 1, &status));
      else
        puts("not there yet");
    }
  PetscCall(PetscFinalize());
  return status;
}
