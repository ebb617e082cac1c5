#import <Foundation/Foundation.h>

#import "KMUServer.h"

// Finds servers by the address that a user enters: those that are known, and under "demo" a small
// inventory of the app's own, which is made when it is first asked for.
@interface KMUServerDirectory : NSObject
{
  NSArray *_known;
  NSString *_demoPath;
  KMUClock _clock;
  NSLock *_lock;
  KMUServer *_demo;
}
// The servers known beforehand, KMUServer, of which of two of one name the first is used; the demo's
// store lies at a path.
- (instancetype)initWithServers:(NSArray *)servers demoPath:(NSString *)path clock:(KMUClock)clock;

// The server at an address; nil and an error where there is none.
- (KMUServer *)serverAt:(NSString *)address error:(NSError **)error;
@end
