// A command to execute once or repeatedly.
#pragma once

#include <stdbool.h>
#include <sys/resource.h>

struct command {
  // Terminated by NULL.
  char **words;
  char **environment;
  // Files in the working directory, or NULL for /dev/null as input. Each repetition makes the
  // output anew.
  const char *input, *output;
  long repetitions;
  // The expected exit status: after another one the command is not repeated.
  int status;
  // Whether the processor counts its instructions.
  bool is_counted;
};

// How it ended.
struct ending {
  // From wait4, of the last repetition.
  int status;
  // Sums over the repetitions; for peaks, the greatest. They cover the command and what it waited
  // for.
  long long wall;
  struct rusage used;
  // Whether processes that it or an earlier command left behind still exist, or ended meanwhile.
  bool leaves;
  // Only set if counted.
  long long instructions;
};

// What failed: the words of a refusal, and why.
struct refusal {
  const char *code, *what, *which;
  int reason;
};

// Executes the command. Returns false if that failed.
bool command_carry_out(const struct command *command, struct ending *ending,
                       struct refusal *refusal);
