#import <Foundation/Foundation.h>

#import "KMUDevice.h"

@class RHArguments;

// The domain of the screen's refusals.
extern NSString *const KMUListScreenErrorDomain;

// A device's state to the user, KMULendingState, in the words of scenarios.
NSArray *KMUStateWords(void);

// The list on the screen: which devices it shows, and how far the user has come in it.
@interface KMUListScreen : NSObject
{
  NSMutableArray *_lines;
  NSUInteger _looked, _scrolled;
}
// KMUListedDevice: what is on the screen.
@property (nonatomic, readonly) NSArray *lines;

// Shows another list from its beginning.
- (void)show:(NSArray *)lines;
// The device that the user takes next: the one an argument names, or the first on the screen that is in
// the state, which is then gone from the screen. NO and an error for none.
- (BOOL)take:(KMULendingState)state of:(RHArguments *)arguments device:(int64_t *)device
       error:(NSError **)error;
// The device that the user looks at next: the one an argument names, or the next on the screen that is in
// the state that `of` says; after the last comes the first.
- (BOOL)look:(RHArguments *)arguments device:(int64_t *)device error:(NSError **)error;
// The next so many rows; after the last come the first.
- (NSArray *)scrollBy:(NSUInteger)rows;
// So many rows from one on.
- (NSArray *)rows:(NSUInteger)rows from:(NSUInteger)first;
@end
