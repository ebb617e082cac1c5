#import "RHVerb.h"

@implementation RHVerb

+ (NSString *)name {
  [self doesNotRecognizeSelector:_cmd];
  return nil;
}

- (BOOL)prepare:(RHArguments *)arguments forApp:(id)app error:(NSError **)error {
  (void)arguments, (void)app, (void)error;
  [self doesNotRecognizeSelector:_cmd];
  return NO;
}

- (id)call:(NSError **)error {
  (void)error;
  [self doesNotRecognizeSelector:_cmd];
  return nil;
}

- (void)write:(id)result to:(RHOutcome *)outcome {
  (void)result, (void)outcome;
  [self doesNotRecognizeSelector:_cmd];
}

@end
