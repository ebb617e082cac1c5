#import <Foundation/Foundation.h>

@class KMUDevice, KMUDeviceFilter, KMUGreyImage, KMUKeychain, KMULoan, KMULogin, KMUNewDevice, KMUServer,
  KMUSession;

// The app's core as its user sees it: one connection at a time, logins kept in a keychain. The servers are
// objects of the same process; all calls block until they answer, and may be made from any thread. Each
// returns nil and an error where it is refused.
@interface KMUClient : NSObject
{
  NSArray *_servers;
  KMUKeychain *_keychain;
  NSLock *_lock;
  KMUServer *_server;
  KMUSession *_session;
}
// A client that is not connected yet. Of two servers of one name the first is used.
- (instancetype)initWithServers:(NSArray *)servers keychain:(KMUKeychain *)keychain;

// Connects and keeps the login (user story 1). A connection there was ends once the new one is made; when
// it is refused, the old one goes on.
- (KMUSession *)connect:(KMULogin *)login error:(NSError **)error;
// The login kept for a server, to be changed and connected with (user story 5): it takes the place of the
// old one only when the server accepts it.
- (KMULogin *)loginOf:(NSString *)server error:(NSError **)error;
@end

// The calls of a connected user.
@interface KMUClient (Devices)
- (NSArray *)devices:(KMUDeviceFilter *)filter error:(NSError **)error;
- (KMUDevice *)device:(int64_t)device error:(NSError **)error;
- (KMULoan *)lend:(int64_t)device comment:(NSString *)comment error:(NSError **)error;
- (KMULoan *)giveBack:(int64_t)device error:(NSError **)error;
- (KMUDevice *)add:(KMUNewDevice *)form error:(NSError **)error;
- (NSArray *)units:(NSError **)error;
- (NSArray *)devicesLentTo:(NSArray *)users error:(NSError **)error;
- (NSArray *)picturesOf:(NSArray *)devices error:(NSError **)error;
// The same for the device whose QR code a camera frame shows (user stories 3B and 4B).
- (KMUDevice *)deviceInFrame:(KMUGreyImage *)frame error:(NSError **)error;
- (KMULoan *)lendInFrame:(KMUGreyImage *)frame comment:(NSString *)comment error:(NSError **)error;
- (KMULoan *)giveBackInFrame:(KMUGreyImage *)frame error:(NSError **)error;
@end
