#import <Foundation/Foundation.h>

#import "RHServer.h"

// Arrays to sort: the fixture makes them, each repetition of a step sorts the next.
@interface SRTSortingApp : NSObject <RHHostedApp>
{
  NSArray *_trials;
  NSUInteger _next;
}
// A copy of the next trial's array, whose objects are the trial's.
- (NSMutableArray *)nextArray;
@end
