#import <Foundation/Foundation.h>

#import "KMUDeviceFilter.h"
#import "KMUListScreen.h"
#import "KMUPhrase.h"
#import "RHServer.h"

@class KMUCamera, KMUCapture, KMUClient;

// The app as one user has it in hand: a client, the list that is on the screen, and the camera.
@interface KMUInventorySession : NSObject <RHHostedApp>
{
  NSArray *_servers;
  NSString *_directory;
  KMUClient *_client;
  KMUListScreen *_screen;
  KMUCamera *_camera;
  KMUCapture *_capture;
  KMULanguage _language;
  NSData *_photograph;
  int64_t _added;
}
@property (nonatomic, retain) KMUClient *client;
@property (nonatomic, readonly) KMUListScreen *screen;
@property (nonatomic, readonly) KMUCamera *camera;
// The capture that `open-camera` has begun.
@property (nonatomic, retain) KMUCapture *capture;
@property (nonatomic, assign) KMULanguage language;
// The camera's picture, as PNG: drawn with the fixture, so that the memory it takes to draw is in no
// step's peak.
@property (nonatomic, readonly) NSData *photograph;
// The number of devices that this session has added, to tell their serial numbers apart.
@property (nonatomic, assign) int64_t added;

// The app started anew, with the logins and settings that it has kept.
- (KMUClient *)restarted;
// The devices to be listed, of the unit that an argument names, or else of the one that was chosen at
// login.
- (KMUDeviceFilter *)filter:(KMUFilterState)state of:(RHArguments *)arguments;
// The name of the unit that an argument names; nil for `all`, and where none does.
+ (NSString *)unitOf:(RHArguments *)arguments;
@end
