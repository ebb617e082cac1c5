#import "SRTSortVerb.h"

#import "RHArguments.h"
#import "RHOutcome.h"
#import "SRTSortingApp.h"

@implementation SRTSortVerb

+ (NSString *)name { return @"sort"; }

- (void)dealloc {
  [_numbers release];
  [super dealloc];
}

- (BOOL)prepare:(RHArguments *)arguments forApp:(id)app error:(NSError **)error {
  if (![arguments allow:[NSArray arrayWithObject:@"algorithm"] error:error]) return NO;
  NSInteger algorithm = [arguments choice:@"algorithm" of:SRTAlgorithmNames() error:error];
  if (algorithm < 0) return NO;
  _algorithm = (SRTAlgorithm)algorithm;
  _numbers = [[app nextArray] retain];
  return YES;
}

- (id)call:(NSError **)error {
  SRTSort(_numbers, _algorithm);
  return _numbers;
}

- (void)write:(NSArray *)numbers to:(RHOutcome *)outcome {
  [outcome setInteger:(long long)[numbers count] forFact:@"count"];
  BOOL isSorted = YES;
  NSNumber *previous = nil;
  for (NSNumber *number in numbers) {
    if (previous && [previous integerValue] > [number integerValue]) isSorted = NO;
    previous = number;
  }
  [outcome setBoolean:isSorted forFact:@"sorted"];
  for (NSNumber *number in numbers) [outcome mixInteger:[number integerValue]];
}

@end
