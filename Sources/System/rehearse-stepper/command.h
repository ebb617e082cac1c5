// A command that is carried out, once or again and again.
#pragma once

#include <stdbool.h>
#include <sys/resource.h>

struct command {
  // Terminated by NULL.
  char **words;
  char **environment;
  // Files of the working directory, or NULL for /dev/null as input. The output is made anew by each
  // repetition.
  const char *input, *output;
  long repetitions;
  // The exit status that it has to end with: after another one it is not repeated.
  int status;
  // Whether the processor counts its instructions.
  bool is_counted;
};

// What became of it.
struct ending {
  // As of wait4, of the last repetition.
  int status;
  // Sums over the repetitions; the greatest of peaks. They cover the command, what it waited for, and
  // what it left behind and has ended meanwhile.
  long long wall;
  struct rusage used;
  // Whether processes that it started are still there.
  bool leaves;
  // Where it was counted.
  long long instructions;
};

// What could not be done: the words of a refusal, and why.
struct refusal {
  const char *code, *what, *which;
  int reason;
};

// Carries it out.
// Returns false where it could not be.
bool command_carry_out(const struct command *command, struct ending *ending,
                       struct refusal *refusal);
