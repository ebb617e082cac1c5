#import <Foundation/Foundation.h>

#import "KMUInventorySession.h"
#import "RHArguments.h"
#import "RHOutcome.h"
#import "RHVerb.h"

@class KMUDevice, KMUListedDevice, KMULoan;

// A verb of this driver: the app in hand, and the arguments that it knows.
@interface KMUVerb : RHVerb
{
  KMUInventorySession *_app;
}
@property (nonatomic, readonly) KMUInventorySession *app;

// The names of the arguments that the verb knows; all others are refused.
- (NSArray *)argumentNames;
// Reads the arguments and builds inputs.
- (BOOL)read:(RHArguments *)arguments error:(NSError **)error;
@end

// All verbs, in the order in which the driver names them.
NSArray *KMUVerbs(void);

// What outcomes hold of the app's values, in the order of the driver in Swift.
@interface RHOutcome (Inventory)
- (void)mixLine:(KMUListedDevice *)line;
- (void)mixDevice:(KMUDevice *)device;
- (void)mixLoan:(KMULoan *)loan;
// The number of lines as `count`, and each.
- (void)writeLines:(NSArray *)lines;
@end
