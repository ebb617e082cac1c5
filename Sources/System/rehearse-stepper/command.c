#define _GNU_SOURCE
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../CProcessorCounter/CProcessorCounter.h"
#include "../rehearse-launcher/usage.h"

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The two files of a repetition, moved away from the numbers that they get in the command.
struct streams {
  int input, output;
};

static bool open_streams(const struct command *command, struct streams *streams,
                         struct refusal *refusal) {
  const char *input = command->input == NULL ? "/dev/null" : command->input;
  streams->input = open(input, O_RDONLY | O_CLOEXEC);
  if (streams->input < 0) {
    *refusal = (struct refusal){"no-input", "can't be read", input, errno};
    return false;
  }
  streams->output = open(command->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (streams->output >= 0) return true;
  *refusal = (struct refusal){"no-output", "can't be written", command->output, errno};
  close(streams->input);
  return false;
}

// Starts the command with these streams. Returns 0 or an errno.
static int start(const struct command *command, struct streams streams, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawn_file_actions_adddup2(&actions, streams.input, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, streams.output, 1);
  if (error == 0)
    error = posix_spawnp(pid, command->words[0], &actions, NULL, command->words,
                         command->environment);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Reaps processes that were left behind and have ended. Returns whether there were any, or are more.
// Their usage is in no sum: it may be of earlier steps, and whether one has ended yet is chance.
static bool reap_others(void) {
  bool are_any = false;
  while (true) {
    pid_t pid = waitpid(-1, NULL, WNOHANG);
    if (pid > 0) are_any = true;
    else if (pid == 0 || errno != EINTR) return are_any || pid == 0;
  }
}

static bool carry_out_once(const struct command *command, struct ending *ending,
                           struct refusal *refusal) {
  struct streams streams;
  if (!open_streams(command, &streams, refusal)) return false;
  pid_t pid;
  long long started = now();
  int error = start(command, streams, &pid);
  close(streams.input);
  close(streams.output);
  if (error != 0) {
    *refusal = (struct refusal){"not-started", "could not be executed", command->words[0], error};
    return false;
  }
  struct rusage used;
  while (wait4(pid, &ending->status, 0, &used) < 0) {
    if (errno == EINTR) continue;
    *refusal = (struct refusal){"not-waited-for", "can't be waited for", command->words[0], errno};
    return false;
  }
  ending->wall += now() - started;
  add_usage(&ending->used, &used);
  if (reap_others()) ending->leaves = true;
  return true;
}

static bool carry_out_all(const struct command *command, struct ending *ending,
                          struct refusal *refusal) {
  for (long done = 0; done < command->repetitions; done++) {
    if (!carry_out_once(command, ending, refusal)) return false;
    // Later repetitions would hide this failure.
    if (!WIFEXITED(ending->status) || WEXITSTATUS(ending->status) != command->status) break;
  }
  return true;
}

bool command_carry_out(const struct command *command, struct ending *ending,
                       struct refusal *refusal) {
  *ending = (struct ending){0};
  int counter = -1;
  // The counter belongs to this process, which never executes a program, so it never counts here.
  // Whatever is started inherits it, and so do its children.
  if (command->is_counted) {
    counter = processor_counter_open(processor_event_instructions(), 0, true);
    if (counter < 0) {
      *refusal = (struct refusal){"not-counted", "can't be counted", command->words[0], -counter};
      return false;
    }
  }
  bool done = carry_out_all(command, ending, refusal);
  if (counter < 0) return done;
  uint64_t count = 0;
  int error = processor_counter_read(counter, &count);
  close(counter);
  if (done && error != 0) {
    *refusal = (struct refusal){"not-counted", "can't be counted", command->words[0], error};
    return false;
  }
  ending->instructions = (long long)count;
  return done;
}
