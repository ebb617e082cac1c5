// One run of the command.
#pragma once
#include <stdbool.h>

// How long a run lasts before its start is reported, ns; see main.c.
enum { RUN_PATIENCE = 20000000 };

// To be called once, before anything is run. When the control descriptor closes, everything that
// runs is killed.
void run_prepare(int control);

struct run_request {
  // Leave the three streams to the command.
  bool once;
  // Wait until every process that it started has ended.
  bool whole;
  // Nothing has just been run.
  bool first;
};

// Runs the command and adds the result to the report. Returns whether it exited with 0 before its
// start was reported.
bool run_make(char **command, struct run_request request);

// CLOCK_MONOTONIC, ns.
long long run_clock(void);
