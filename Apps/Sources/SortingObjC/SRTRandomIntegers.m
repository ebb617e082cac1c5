#import "SRTRandomIntegers.h"

#import "SplitMix64.h"

NSArray *SRTTrial(NSUInteger number, NSUInteger count, uint64_t seed) {
  SplitMix64 seeds = {seed}, stream;
  for (NSUInteger at = 0; at <= number; at++) stream.state = SplitMix64Next(&seeds);
  NSMutableArray *integers = [NSMutableArray arrayWithCapacity:count];
  for (NSUInteger at = 0; at < count; at++) {
    NSNumber *drawn = [[NSNumber alloc] initWithInteger:(NSInteger)(SplitMix64Next(&stream) >> 32)];
    [integers addObject:drawn];
    [drawn release];
  }
  return integers;
}
