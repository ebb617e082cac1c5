// rehearse-stepper [WORD...]
//
// Executes steps that are commands. It is a driver as in Docs/reference/driver-protocol.md, with
// one verb:
//
//   run   arguments: the command's words as "0", "1" and so on; "stdin", a file (by default none);
//         "stdout", the file that it writes; "status", the exit status after which it may be
//         repeated, by default 0; "environment.NAME", an addition to the environment. All are
//         text, and files are in the folder named by `prepare`
//
// The cost is that of the command and of what it waited for, from wait4, to the microsecond,
// without this program's own work. The answer also has `command`: how the command ended, its peak
// memory, its traffic with storage, and whether processes were left behind.
//
// It is small, because a process inherits its parent's peak memory as the floor of its own
// ru_maxrss. The words on its command line are for the harness (see CommandHost); it ignores them.
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../rehearse-launcher/usage.h"
#include "command.h"
#include "json.h"

extern char **environ;

// The members of one request.
struct request {
  const struct json_member *members;
  long count;
};

static const struct json_member *find(struct request request, const char *object,
                                      const char *name) {
  for (long i = 0; i < request.count; i++) {
    const struct json_member *member = &request.members[i];
    if (strcmp(member->object, object) == 0 && strcmp(member->name, name) == 0) return member;
  }
  return NULL;
}

// The text of a member; NULL if it is missing, or no text.
static const char *text(struct request request, const char *object, const char *name) {
  const struct json_member *member = find(request, object, name);
  return member != NULL && member->kind == JSON_TEXT ? member->text : NULL;
}

static void refuse(const char *code, const char *subject, const char *message, int reason) {
  printf("{\"ok\":false,\"error\":{\"code\":\"%s\",\"message\":", code);
  char *words;
  int length = reason == 0 ? asprintf(&words, "%s %s", subject, message)
                           : asprintf(&words, "%s %s: %s", subject, message, strerror(reason));
  if (length < 0) words = NULL;
  json_write(words == NULL ? message : words);
  free(words);
  printf("}}\n");
}

static void hello(struct request request) {
  const struct json_member *version = find(request, "", "protocol");
  if (version == NULL || version->kind != JSON_NUMBER || strcmp(version->text, "1") != 0) {
    refuse("other-protocol", "this program", "speaks protocol version 1", 0);
    return;
  }
  printf("{\"ok\":true,\"protocol\":1,\"driver\":\"rehearse-stepper\",\"verbs\":[\"run\"]}\n");
}

static void prepare(struct request request) {
  const char *directory = text(request, "", "directory");
  if (directory == NULL) refuse("no-directory", "'directory'", "is missing", 0);
  else if (chdir(directory) != 0) refuse("no-directory", directory, "can't be entered", errno);
  else printf("{\"ok\":true}\n");
}

// A number without a sign, of at most nine digits; -1 if it is none.
static long whole_number(const char *digits) {
  size_t length = strlen(digits);
  if (length == 0 || length > 9 || strspn(digits, "0123456789") != length) return -1;
  return strtol(digits, NULL, 10);
}

// Sorts the arguments into the command, whose two lists have room for all of them. Returns the name
// of one that is unknown, or not text.
static const char *take_arguments(struct request request, struct command *command, long *words,
                                  long *variables) {
  static const char prefix[] = "environment.";
  for (long i = 0; i < request.count; i++) {
    const struct json_member *member = &request.members[i];
    if (strcmp(member->object, "arguments") != 0) continue;
    if (member->kind != JSON_TEXT) return member->name;
    long place = whole_number(member->name);
    char *value = (char *)member->text;
    if (place >= 0 && place < request.count) {
      if (command->words[place] == NULL) ++*words;
      command->words[place] = value;
    } else if (strcmp(member->name, "stdin") == 0) {
      command->input = value;
    } else if (strcmp(member->name, "stdout") == 0) {
      command->output = value;
    } else if (strcmp(member->name, "status") == 0 && whole_number(value) >= 0) {
      command->status = (int)whole_number(value);
    } else if (strncmp(member->name, prefix, sizeof prefix - 1) == 0) {
      const char *name = member->name + sizeof prefix - 1;
      if (*name == 0 || strchr(name, '=') != NULL ||
          asprintf(&command->environment[*variables], "%s=%s", name, value) < 0) {
        command->environment[*variables] = NULL;
        return member->name;
      }
      ++*variables;
    } else {
      return member->name;
    }
  }
  return NULL;
}

static bool sets(char **variables, long count, const char *variable) {
  const char *end = strchr(variable, '=');
  if (end == NULL) return false;
  for (long i = 0; i < count; i++)
    if (strncmp(variables[i], variable, end - variable + 1) == 0) return true;
  return false;
}

static void answer(const struct ending *ending, bool is_counted) {
  const struct rusage *used = &ending->used;
  long long user = microseconds(used->ru_utime), system = microseconds(used->ru_stime);
  printf("{\"ok\":true,\"cost\":{\"wall_ns\":%lld,\"cpu_ns\":%lld,\"user_us\":%lld,"
         "\"system_us\":%lld,\"minor_faults\":%ld,\"major_faults\":%ld,\"voluntary_switches\":%ld,"
         "\"involuntary_switches\":%ld}",
         ending->wall, (user + system) * 1000, user, system, used->ru_minflt, used->ru_majflt,
         used->ru_nvcsw, used->ru_nivcsw);
  bool ended = WIFEXITED(ending->status);
  printf(",\"command\":{\"%s\":%d,\"peak_kb\":%ld,\"read_blocks\":%ld,\"written_blocks\":%ld,"
         "\"leaves\":%s}",
         ended ? "status" : "signal",
         ended ? WEXITSTATUS(ending->status) : WTERMSIG(ending->status), used->ru_maxrss,
         used->ru_inblock, used->ru_oublock, ending->leaves ? "true" : "false");
  if (is_counted) printf(",\"instructions\":%lld", ending->instructions);
  printf("}\n");
}

static void carry_out(struct request request, struct command *command, long words,
                      long variables) {
  for (long place = 0; place < words; place++)
    if (command->words[place] == NULL) words = 0;
  if (words == 0) {
    refuse("no-command", "the words", "are not all there", 0);
    return;
  }
  if (command->output == NULL) {
    refuse("no-output", "'stdout'", "is missing", 0);
    return;
  }
  long own = variables;
  for (char **variable = environ; *variable != NULL; variable++)
    if (!sets(command->environment, own, *variable)) command->environment[variables++] = *variable;
  const char *counter = text(request, "", "counter");
  command->is_counted = counter != NULL && strcmp(counter, "perf") == 0;
  struct ending ending;
  struct refusal refusal;
  if (command_carry_out(command, &ending, &refusal)) answer(&ending, command->is_counted);
  else refuse(refusal.code, refusal.which, refusal.what, refusal.reason);
  command->environment[own] = NULL;
}

static void step(struct request request) {
  const char *verb = text(request, "", "verb");
  if (verb == NULL || strcmp(verb, "run") != 0) {
    refuse("unknown-verb", "this program", "has no verb but 'run'", 0);
    return;
  }
  const struct json_member *repeat = find(request, "", "repeat");
  struct command command = {.repetitions = 1};
  if (repeat != NULL) {
    // A thousand million has one more digit.
    bool is_most = repeat->kind == JSON_NUMBER && strcmp(repeat->text, "1000000000") == 0;
    command.repetitions = is_most ? 1000000000
                          : repeat->kind == JSON_NUMBER ? whole_number(repeat->text) : -1;
  }
  if (command.repetitions < 1) {
    refuse("no-number", "'repeat'", "is no number from 1 to 1000000000", 0);
    return;
  }
  long inherited = 0;
  while (environ[inherited] != NULL) inherited++;
  // One more word than possible, so that both lists end with NULL.
  command.words = calloc(request.count + 1, sizeof *command.words);
  command.environment = calloc(request.count + inherited + 1, sizeof *command.environment);
  long words = 0, variables = 0;
  if (command.words == NULL || command.environment == NULL) {
    refuse("no-memory", "the step", "is too long", ENOMEM);
  } else {
    const char *unknown = take_arguments(request, &command, &words, &variables);
    if (unknown != NULL) refuse("unknown-argument", unknown, "is no argument of 'run'", 0);
    else carry_out(request, &command, words, variables);
  }
  for (long i = 0; command.environment != NULL && i < variables; i++) free(command.environment[i]);
  free(command.environment);
  free(command.words);
}

// Returns false if the conversation is over.
static bool reply(struct request request) {
  const char *kind = text(request, "", "request");
  if (kind == NULL) refuse("no-request", "'request'", "is missing", 0);
  else if (strcmp(kind, "hello") == 0) hello(request);
  else if (strcmp(kind, "prepare") == 0) prepare(request);
  else if (strcmp(kind, "step") == 0) step(request);
  else if (strcmp(kind, "bye") == 0) printf("{\"ok\":true}\n");
  else refuse("unknown-request", kind, "is no request", 0);
  return kind == NULL || strcmp(kind, "bye") != 0;
}

int main(void) {
  // Adopts what a command leaves behind, so that it is seen as this process's and is counted for
  // the whole run.
  prctl(PR_SET_CHILD_SUBREAPER, 1UL);
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  bool goes_on = true;
  while (goes_on && (length = getline(&line, &size, stdin)) > 0) {
    struct json_member *members;
    long count = json_read(line, length, &members);
    if (count < 0) refuse("no-request", "the line", "is no request", 0);
    else goes_on = reply((struct request){members, count});
    free(members);
    if (fflush(stdout) != 0) return 74;
  }
  free(line);
  return 0;
}
