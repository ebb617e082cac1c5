#import <Foundation/Foundation.h>

#import "KMUDevice.h"
#import "RHServer.h"

@class KMUClient, KMUGreyImage;

// The app as one user has it in hand: a client, and the list that is on the screen.
@interface KMUInventorySession : NSObject <RHHostedApp>
{
  KMUClient *_client;
  NSMutableArray *_shown;
  NSData *_photograph;
  int64_t _added;
}
@property (nonatomic, readonly) KMUClient *client;
// The devices on the screen, KMUListedDevice: what the last `list` led to.
@property (nonatomic, retain) NSMutableArray *shown;
// The camera's picture, as PNG: drawn with the fixture, so that the memory it takes to draw is in no
// step's peak.
@property (nonatomic, readonly) NSData *photograph;
// The number of devices that this session has added, to tell their serial numbers apart.
@property (nonatomic, assign) int64_t added;

// The device that the user takes next: the one an argument names, or the first on the screen that is in
// the state, which is then gone from the screen. 0 and an error for none.
- (int64_t)next:(KMULendingState)state of:(RHArguments *)arguments error:(NSError **)error;
// What the camera sees of a device's code: printed, then held before it, with noise.
- (KMUGreyImage *)frameOf:(int64_t)device error:(NSError **)error;
@end
