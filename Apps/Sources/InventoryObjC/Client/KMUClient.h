#import <Foundation/Foundation.h>

#import "KMUServer.h"

@class KMUKeychain, KMULogin, KMUServerDirectory, KMUSettings;

// The app's core as its user sees it: one connection at a time, logins kept in a keychain. All calls block
// until the server answers, and may be made from any thread. Each returns nil and an error where it is
// refused.
@interface KMUClient : NSObject
{
  KMUServerDirectory *_directory;
  KMUKeychain *_keychain;
  KMUSettings *_settings;
  NSLock *_lock;
  KMUServer *_server;
  KMUSession *_session;
}
// The session while connected, nil otherwise.
@property (nonatomic, readonly) KMUSession *session;

// A client that is not connected yet, of the servers known. Logins, settings and the demo's inventory,
// with the clock given, are in the folder.
- (instancetype)initWithServers:(NSArray *)servers folder:(NSString *)folder clock:(KMUClock)clock;

// Starts the app (US2): connects with the login of the session before. nil where there is none, with an
// error only where that fails.
- (KMUSession *)start:(NSError **)error;
// The units of a server, KMUUnit, for the login's form to choose from; without a connection.
- (NSArray *)unitsOf:(NSString *)server error:(NSError **)error;
// Connects and keeps the login (user story 1). A connection there was ends once the new one is made; when
// it is refused, the old one goes on.
- (KMUSession *)connect:(KMULogin *)login error:(NSError **)error;
// Connects with a small inventory of the app's own, without an account or a network.
- (KMUSession *)connectDemo:(NSError **)error;
// The login kept for a server.
- (KMULogin *)loginOf:(NSString *)server error:(NSError **)error;
// Changes the login kept (user story 5), the server's address too: the new one takes the place of the old
// one only when the server accepts it.
- (KMUSession *)replaceLoginOf:(NSString *)server by:(KMULogin *)login error:(NSError **)error;
@end

// The calls of a connected user.
@interface KMUClient (Devices)
- (NSArray *)devices:(KMUDeviceFilter *)filter error:(NSError **)error;
// Rows of a list with their pictures, KMUDeviceRow: of those lines that are on the screen.
- (NSArray *)rowsOf:(NSArray *)lines error:(NSError **)error;
- (KMUDevice *)device:(int64_t)device error:(NSError **)error;
- (KMULoan *)lend:(int64_t)device
               to:(NSString *)borrower
          comment:(NSString *)comment
            error:(NSError **)error;
- (KMULoan *)giveBack:(int64_t)device error:(NSError **)error;
- (KMUDevice *)add:(KMUNewDevice *)form error:(NSError **)error;
- (NSArray *)devicesLentTo:(NSArray *)users error:(NSError **)error;
- (NSArray *)picturesOf:(NSArray *)devices error:(NSError **)error;
@end
