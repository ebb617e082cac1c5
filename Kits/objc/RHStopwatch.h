#import <Foundation/Foundation.h>

#include <sys/resource.h>

@class RHInstructionCounter, RHVerb;

// Adds up what core calls cost, and nothing else.
//
// Its readings are DriverKit's, in the same order, from outside in: getrusage, CPU clock, monotonic
// clock, and the instructions' bracket innermost. So the same call costs the same with either kit.
@interface RHStopwatch : NSObject
{
  RHInstructionCounter *_counter;
  struct rusage _usage;
  int64_t _cpu, _wall;
  int64_t _sums[8];
}
// The cost so far, by the keys of the protocol.
@property (nonatomic, readonly) NSDictionary *cost;
// The elapsed time so far, ns.
@property (nonatomic, readonly) int64_t wall;

// A stopwatch; the counter may be nil.
- (instancetype)initWithCounter:(RHInstructionCounter *)counter;

// Makes a verb's call, and returns what it led to; nil and an error for a refusal.
//
// A pool of autoreleased objects is around the call, and within what is measured: what a call leaves to
// it is its own cost, as in an app, whose pool is drained at the end of each event. What the call
// returns lives on.
- (id)resultOf:(RHVerb *)verb error:(NSError **)error;
@end
