#import "RHVerb.h"
#import "SRTSorts.h"

// Sorts the next array.
@interface SRTSortVerb : RHVerb
{
  SRTAlgorithm _algorithm;
  NSMutableArray *_numbers;
}
@end
