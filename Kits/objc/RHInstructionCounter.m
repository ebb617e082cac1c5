#import "RHInstructionCounter.h"

#include <CInstructionCounter.h>
#include <CProcessorCounter.h>
#include <dirent.h>
#include <stdlib.h>

@interface RHCallgrindCounter : RHInstructionCounter
@end

// One counter for each thread that there is; threads that these start share theirs. The calling
// thread's is the last: it is the last to begin and the first to rest.
@interface RHProcessorCounter : RHInstructionCounter
{
  int *_counters;
  NSUInteger _count;
  int _error;
}
- (instancetype)initWithReason:(NSString **)reason;
@end

@implementation RHInstructionCounter

+ (instancetype)counterForStep:(NSDictionary *)request reason:(NSString **)reason {
  if ([[request objectForKey:@"counter"] isEqual:@"perf"]) {
    return [[[RHProcessorCounter alloc] initWithReason:reason] autorelease];
  }
  if (instruction_counter_is_there()) return [[[RHCallgrindCounter alloc] init] autorelease];
  *reason = @"The driver does not run under callgrind.";
  return nil;
}

- (void)begin { [self doesNotRecognizeSelector:_cmd]; }
- (void)end { [self doesNotRecognizeSelector:_cmd]; }

- (NSNumber *)finish:(NSString **)reason {
  (void)reason;
  [self doesNotRecognizeSelector:_cmd];
  return nil;
}

@end

@implementation RHCallgrindCounter

- (instancetype)init {
  static BOOL isStarted = NO;
  self = [super init];
  if (!self) return nil;
  if (!isStarted) {
    instruction_counter_start();
    instruction_counter_toggle();
    isStarted = YES;
  }
  instruction_counter_reset();
  return self;
}

- (void)begin { instruction_counter_toggle(); }
- (void)end { instruction_counter_toggle(); }

- (NSNumber *)finish:(NSString **)reason {
  (void)reason;
  instruction_counter_write();
  return nil;
}

@end

static NSString *reasonOf(int error) {
  if (error == EBUSY) {
    return @"Other programs used the processor's counters, so only some instructions were counted.";
  }
  return [NSString stringWithFormat:@"The kernel refused to count instructions: %s.", strerror(error)];
}

@implementation RHProcessorCounter

- (instancetype)initWithReason:(NSString **)reason {
  self = [super init];
  if (!self) return nil;
  pid_t own = processor_counter_own_thread();
  NSMutableArray *threads = [NSMutableArray array];
  DIR *folder = opendir("/proc/self/task");
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    int thread = atoi(entry->d_name);
    if (thread > 0 && thread != own) [threads addObject:[NSNumber numberWithInt:thread]];
  }
  if (folder) closedir(folder);
  [threads addObject:[NSNumber numberWithInt:own]];
  _counters = malloc([threads count] * sizeof *_counters);
  for (NSNumber *thread in threads) {
    int counter = processor_counter_open(processor_event_instructions(), [thread intValue], false);
    if (counter >= 0) _counters[_count++] = counter;
    // A thread may have ended meanwhile.
    if (counter >= 0 || counter == -ESRCH) continue;
    *reason = reasonOf(-counter);
    [self release];
    return nil;
  }
  return self;
}

- (void)dealloc {
  for (NSUInteger i = 0; i < _count; i++) close(_counters[i]);
  free(_counters);
  [super dealloc];
}

static inline void note(RHProcessorCounter *counter, int error) {
  if (!counter->_error) counter->_error = error;
}

- (void)begin {
  for (NSUInteger i = 0; i < _count; i++) note(self, processor_counter_start(_counters[i]));
}

- (void)end {
  for (NSUInteger i = _count; i-- > 0;) note(self, processor_counter_stop(_counters[i]));
}

- (NSNumber *)finish:(NSString **)reason {
  long long sum = 0;
  for (NSUInteger i = 0; i < _count; i++) {
    uint64_t count = 0;
    note(self, processor_counter_read(_counters[i], &count));
    sum += (long long)count;
  }
  if (!_error) return [NSNumber numberWithLongLong:sum];
  *reason = reasonOf(_error);
  return nil;
}

@end
