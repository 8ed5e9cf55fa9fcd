/* gimbal man: the manual page, made of the help texts. */
#include "cli/command.h"
#include "cli/help_text.h"
#include "cli/version.h"
#include "cli/words.h"

#include <getopt.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char HelpMan[] =
    "usage: gimbal man\n"
    "\n"
    "Writes the manual page to standard output, in the language of troff: `gimbal man | man -l -`\n"
    "shows it. It is made of what all commands say with --help, and `make install` installs it.\n"
    "\n"
    "  --help  this text\n";

/* Letters that are no ASCII by their number, in any locale; returns the bytes that follow the first. */
static size_t PutLetter(const unsigned char *text, size_t length) {
  const size_t more = text[0] >= 0xf0 ? 3 : text[0] >= 0xe0 ? 2 : 1;
  unsigned number = text[0] & (0x3fu >> more);
  if (more >= length)
    return 0;
  for (size_t i = 1; i <= more; i++)
    number = number << 6 | (text[i] & 0x3fu);
  printf("\\[u%04X]", number);
  return more;
}

/* What troff would take for its own is written otherwise. */
static void Put(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\\')
      fputs("\\e", stdout);
    else if (text[i] == '-')
      fputs("\\-", stdout);
    else if (text[i] == '\'' || text[i] == '`')
      fputs(text[i] == '`' ? "\\(ga" : "\\(aq", stdout);
    else if (text[i] == '.' && !i)
      fputs("\\&.", stdout);
    else if ((unsigned char)text[i] >= 0xc0)
      i += PutLetter((const unsigned char *)text + i, length - i);
    else if (text[i] != '\n')
      putchar(text[i]);
  }
}

static const char *NextLine(const char *line) {
  const char *end = strchr(line, '\n');
  return end ? end + 1 : line + strlen(line);
}

/* As it is written, up to an empty line. */
static const char *PutAsWritten(const char *line) {
  puts(".PP\n.nf");
  for (; *line && *line != '\n'; line = NextLine(line)) {
    Put(line, strcspn(line, "\n"));
    putchar('\n');
  }
  puts(".fi");
  return line;
}

static const char *PutParagraph(const char *line) {
  puts(".PP");
  for (; *line && *line != '\n' && *line != ' '; line = NextLine(line)) {
    Put(line, strcspn(line, "\n"));
    putchar('\n');
  }
  return line;
}

/* An entry of a list: a name, and what is said of it. */
static const char *PutEntry(const char *line) {
  const size_t margin = strspn(line, " ");
  const char *end = line + strcspn(line, "\n"), *name = line + margin, *gap = strstr(name, "  ");
  if (!gap || gap > end)
    gap = end;
  puts(".TP");
  fputs(".B ", stdout);
  Put(name, (size_t)(gap - name));
  putchar('\n');
  for (const char *text = gap;;) {
    text += strspn(text, " ");
    if (text < end) {
      Put(text, (size_t)(end - text));
      putchar('\n');
    }
    line = NextLine(line);
    if (strspn(line, " ") <= margin + 4)
      return line;
    text = line;
    end = line + strcspn(line, "\n");
  }
}

static void PutHelp(const char *help) {
  const char *line = PutAsWritten(help + strlen("usage: "));
  while (*line)
    if (*line == '\n')
      line = NextLine(line);
    else if (*line == ' ')
      line = PutEntry(line);
    else
      line = PutParagraph(line);
}

static void PutPage(void) {
  size_t count;
  const CommandEntry *command = CommandTable(&count);
  printf(".\\\" Written by `gimbal man`.\n.TH GIMBAL 1 \"\" \"gimbal %s\" \"User Commands\"\n",
         VersionNumber());
  puts(".SH NAME\ngimbal \\- judge geometric integrators against what they claim of themselves\n"
       ".SH SYNOPSIS\n.B gimbal\n.I COMMAND\n.RI [ WORDS ]\n.RB [ \\-\\-\n.IR \"PETSC OPTIONS\" ]\n"
       ".SH DESCRIPTION\n"
       "Methods and models are small plugins behind one header. gimbal runs them over series of "
       "step\n"
       "sizes and over long times, in double and in quadruple precision, against references with "
       "an\n"
       "error bar, and says of each claim whether it is confirmed, refuted or undecided, with the\n"
       "numbers that decide it.\n.SH COMMANDS");
  for (size_t i = 0; i < count; i++) {
    if (!command[i].summary)
      continue;
    printf(".SS gimbal %s\n", command[i].name);
    Put(command[i].summary, strlen(command[i].summary));
    putchar('\n');
    PutHelp(command[i].help);
  }
  puts(".SH EXIT STATUS\n"
       ".TP\n.B 0\nall passed\n"
       ".TP\n.B 1\nsomething was refuted or failed, or was confirmed where the suite expects it "
       "refuted\n"
       ".TP\n.B 2\nan error of use, of a suite or of a plugin\n"
       ".TP\n.B 3\nthe run itself broke; what was finished is kept\n"
       ".TP\n.B 4\nsomething stayed undecided\n"
       ".TP\n.B 130, 143, 129\ninterrupted by SIGINT, SIGTERM, SIGHUP\n"
       ".SH ENVIRONMENT\n"
       ".TP\n.B GIMBAL_PLUGIN_PATH\nfolders with plugins, separated by colons, beside gimbal\\(aqs "
       "own\n"
       ".TP\n.B GIMBAL_CACHE\nthe folder in which references are kept from run to run; by default "
       "gimbal in XDG_CACHE_HOME or\n~/.cache, and of a program in a build folder one beside it\n"
       ".TP\n.B CC, CFLAGS, CXX, CXXFLAGS, LDFLAGS, LDLIBS\nof\n.B gimbal build\n"
       ".SH SEE ALSO\n.BR prove (1)\nand README.md of gimbal\\(aqs sources");
}

PetscErrorCode CommandMan(int argc, char **argv, int *status) {
  PetscBool printed;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(WordsHelp(argc, argv, HelpMan, &printed));
  if (printed)
    PetscFunctionReturn(0);
  PetscCheck(optind == argc, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "man: a word too many, '%s'; see gimbal man --help", argv[optind]);
  PutPage();
  PetscFunctionReturn(0);
}
