#import <Foundation/Foundation.h>

@class RHArguments, RHInstructionCounter, RHOutcome, RHStopwatch;
@protocol RHHostedApp;

// A step: a verb's call, made again and again and measured.
//
// All repetitions have to lead to the same facts, or to the same refusal: a step whose outcome drifts
// can't be checked against one expectation.
@interface RHReplay : NSObject
{
  Class _verb;
  id<RHHostedApp> _app;
  RHArguments *_arguments;
  RHStopwatch *_stopwatch;
  RHOutcome *_outcome;
  NSDictionary *_facts;
  NSError *_error;
  NSString *_unsteadiness;
  BOOL _timesEach;
  int64_t *_elapsed;
  long long _count;
}
// Whether the elapsed time of each repetition is wanted; to be set before them.
@property (nonatomic) BOOL timesEach;
// The elapsed time of the calls of each repetition, ns, with spaces between; nil if it was not wanted.
@property (nonatomic, readonly) NSString *elapsed;
// What the first repetition led to: facts, or an error.
@property (nonatomic, readonly) NSDictionary *facts;
@property (nonatomic, readonly) NSError *error;
// Which repetition led to something else, in words; nil for none.
@property (nonatomic, readonly) NSString *unsteadiness;
// Over all repetitions.
@property (nonatomic, readonly) NSString *digest;
@property (nonatomic, readonly) NSDictionary *cost;

// A step to be made; the counter may be nil.
- (instancetype)initWithVerb:(Class)verb
                         app:(id<RHHostedApp>)app
                   arguments:(RHArguments *)arguments
                     counter:(RHInstructionCounter *)counter;

// Makes the call so often, at least once; ends where an argument can't be used.
- (void)repeat:(long long)repetitions;
@end
