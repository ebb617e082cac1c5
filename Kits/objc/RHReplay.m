#import "RHReplay.h"

#import "RHArguments.h"
#import "RHOutcome.h"
#import "RHServer.h"
#import "RHStopwatch.h"
#import "RHVerb.h"

#include <stdlib.h>

@interface RHReplay ()
- (BOOL)callOnce:(NSError **)error;
- (BOOL)note:(long long)number isDone:(BOOL)isDone error:(NSError *)error;
- (NSString *)codeOf:(NSError *)error;
- (NSString *)wordsOf:(NSDictionary *)facts error:(NSError *)error;
@end

@implementation RHReplay

@synthesize facts = _facts, error = _error, unsteadiness = _unsteadiness, timesEach = _timesEach;

- (instancetype)initWithVerb:(Class)verb
                         app:(id<RHHostedApp>)app
                   arguments:(RHArguments *)arguments
                     counter:(RHInstructionCounter *)counter {
  self = [super init];
  if (!self) return nil;
  _verb = verb;
  _app = [app retain];
  _arguments = [arguments retain];
  _stopwatch = [[RHStopwatch alloc] initWithCounter:counter];
  _outcome = [[RHOutcome alloc] init];
  return self;
}

- (void)dealloc {
  [_app release];
  [_arguments release];
  [_stopwatch release];
  [_outcome release];
  [_facts release];
  [_error release];
  [_unsteadiness release];
  free(_elapsed);
  [super dealloc];
}

- (NSString *)digest { return _outcome.digest; }
- (NSDictionary *)cost { return _stopwatch.cost; }

- (NSString *)elapsed {
  if (!_elapsed) return nil;
  NSMutableString *text = [NSMutableString string];
  for (long long number = 0; number < _count; number++) {
    [text appendFormat:number > 0 ? @" %lld" : @"%lld", (long long)_elapsed[number]];
  }
  return text;
}

- (void)repeat:(long long)repetitions {
  BOOL goesOn = YES;
  // Before the step, which is to take no memory for it.
  if (_timesEach) _elapsed = calloc((size_t)(repetitions > 1 ? repetitions : 1), sizeof *_elapsed);
  for (long long number = 1; goesOn && (number == 1 || number <= repetitions); number++) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    NSError *error = nil;
    [_outcome nextRepetition];
    int64_t earlier = _stopwatch.wall;
    BOOL isDone = [self callOnce:&error];
    if (_elapsed) _elapsed[_count++] = _stopwatch.wall - earlier;
    goesOn = [self note:number isDone:isDone error:error];
    [pool drain];
  }
}

- (BOOL)callOnce:(NSError **)error {
  RHVerb *verb = [[[_verb alloc] init] autorelease];
  if (![verb prepare:_arguments forApp:_app error:error]) return NO;
  id result = [_stopwatch resultOf:verb error:error];
  if (!result) return NO;
  [verb write:result to:_outcome];
  return YES;
}

// Keeps what the first repetition led to, and holds each other against it. Returns whether to go on.
- (BOOL)note:(long long)number isDone:(BOOL)isDone error:(NSError *)error {
  BOOL isOfArgument = !isDone && [[error domain] isEqual:RHArgumentErrorDomain];
  if (number == 1 || isOfArgument) {
    if (isDone) _facts = [_outcome.facts copy];
    else [_error release], _error = [error retain];
    return !isOfArgument;
  }
  BOOL isSame = isDone ? !_error && [_facts isEqual:_outcome.facts]
                       : _error && [[self codeOf:error] isEqual:[self codeOf:_error]];
  if (isSame) return YES;
  _unsteadiness = [[NSString alloc] initWithFormat:@"Repetition %lld led to %@, the first to %@.", number,
                                                   [self wordsOf:_outcome.facts error:error],
                                                   [self wordsOf:_facts error:_error]];
  return NO;
}

- (NSString *)codeOf:(NSError *)error { return [[(id)_app class] codeOfError:error]; }

- (NSString *)wordsOf:(NSDictionary *)facts error:(NSError *)error {
  if (error) {
    return [NSString stringWithFormat:@"the refusal '%@' (%@)", [self codeOf:error],
                                      [error localizedDescription]];
  }
  NSMutableArray *words = [NSMutableArray array];
  for (NSString *name in [[facts allKeys] sortedArrayUsingSelector:@selector(compare:)]) {
    [words addObject:[NSString stringWithFormat:@"%@: %@", name, RHTextOfFact([facts objectForKey:name])]];
  }
  return [NSString stringWithFormat:@"{%@}", [words componentsJoinedByString:@", "]];
}

@end
