#import "RHStopwatch.h"

#import "RHInstructionCounter.h"
#import "RHVerb.h"

#include <time.h>

enum { WALL, CPU, USER, SYSTEM, MINOR, MAJOR, VOLUNTARY, INVOLUNTARY, KEYS };

static NSString *const keys[KEYS] = {
  @"wall_ns", @"cpu_ns", @"user_us", @"system_us", @"minor_faults", @"major_faults",
  @"voluntary_switches", @"involuntary_switches",
};

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t microseconds(struct timeval end, struct timeval start) {
  return (int64_t)(end.tv_sec - start.tv_sec) * 1000000 + (end.tv_usec - start.tv_usec);
}

@interface RHStopwatch ()
- (void)begin;
- (void)end;
@end

@implementation RHStopwatch

- (instancetype)initWithCounter:(RHInstructionCounter *)counter {
  self = [super init];
  if (!self) return nil;
  _counter = [counter retain];
  return self;
}

- (void)dealloc {
  [_counter release];
  [super dealloc];
}

- (NSDictionary *)cost {
  NSMutableDictionary *cost = [NSMutableDictionary dictionary];
  for (int i = 0; i < KEYS; i++) {
    [cost setObject:[NSNumber numberWithLongLong:_sums[i]] forKey:keys[i]];
  }
  return cost;
}

- (int64_t)wall { return _sums[WALL]; }

- (id)resultOf:(RHVerb *)verb error:(NSError **)error {
  NSError *refusal = nil;
  [self begin];
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  id result = [[verb call:&refusal] retain];
  if (!result) [refusal retain];
  [pool drain];
  [self end];
  if (!result) *error = [refusal autorelease];
  return [result autorelease];
}

- (void)begin {
  getrusage(RUSAGE_SELF, &_usage);
  _cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  _wall = nanoseconds(CLOCK_MONOTONIC);
  [_counter begin];
}

- (void)end {
  [_counter end];
  int64_t wall = nanoseconds(CLOCK_MONOTONIC);
  int64_t cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  _sums[WALL] += wall - _wall;
  _sums[CPU] += cpu - _cpu;
  _sums[USER] += microseconds(usage.ru_utime, _usage.ru_utime);
  _sums[SYSTEM] += microseconds(usage.ru_stime, _usage.ru_stime);
  _sums[MINOR] += usage.ru_minflt - _usage.ru_minflt;
  _sums[MAJOR] += usage.ru_majflt - _usage.ru_majflt;
  _sums[VOLUNTARY] += usage.ru_nvcsw - _usage.ru_nvcsw;
  _sums[INVOLUNTARY] += usage.ru_nivcsw - _usage.ru_nivcsw;
}

@end
