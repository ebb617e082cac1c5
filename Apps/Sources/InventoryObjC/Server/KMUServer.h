#import <Foundation/Foundation.h>

#import "KMUError.h"
#import "KMUSession.h"

@class KMUConnection, KMUDevice, KMUDeviceFilter, KMULoan, KMUNewDevice, KMUSessionRegistry, KMUStore;

// Milliseconds since 1970-01-01 UTC: asked for the time of each loan and of each session's end, so that
// a replay decides what time it is.
typedef int64_t (*KMUClock)(void);

// The inventory's server: checks who asks, keeps the rules, and answers from its store.
//
// All calls may be made from any thread; they block for as long as SQLite takes. The rules are kept
// inside transactions of the store, not in memory. Every call returns nil and an error where it is
// refused or fails.
@interface KMUServer : NSObject
{
  NSString *_name;
  KMUStore *_store;
  KMUSessionRegistry *_sessions;
  KMUClock _clock;
}
// The name users connect to.
@property (nonatomic, readonly) NSString *name;

- (instancetype)initWithName:(NSString *)name store:(KMUStore *)store clock:(KMUClock)clock;

// Opens a session (user story 1); the unit is the one whose devices are to be shown, nil for all. Takes
// some 20 ms and 19 MiB for the password alone.
- (KMUSession *)connectUser:(NSString *)user
                   password:(NSString *)password
                       unit:(NSString *)unit
                      error:(NSError **)error;
// Ends a session; its token is refused from now on.
- (void)disconnect:(NSData *)token;
@end

@interface KMUServer (Sessions)
// Who holds a token, or why an attempt is refused.
- (KMUSession *)holderOf:(NSData *)token for:(KMUAttempt)attempt error:(NSError **)error;
@end

@interface KMUServer (Devices)
// The devices of a filter, ordered by the bytes of their names, then by number (user stories 2 and 7):
// KMUListedDevice. Linear in the number of devices listed, whatever the number stored.
- (NSArray *)devices:(KMUDeviceFilter *)filter as:(NSData *)token error:(NSError **)error;
// The device of this number with all its details.
- (KMUDevice *)device:(int64_t)number as:(NSData *)token error:(NSError **)error;
// All organisational units, by name: KMUUnit. Asked without a session, to choose from at login.
- (NSArray *)units:(NSError **)error;
// What the users have borrowed, user by user in the order given, each by device name, then number:
// KMULoan.
- (NSArray *)devicesLentTo:(NSArray *)users as:(NSData *)token error:(NSError **)error;
// The pictures of the devices that have one, in the order of the numbers given: KMUPicture.
- (NSArray *)picturesOf:(NSArray *)numbers as:(NSData *)token error:(NSError **)error;
@end

@interface KMUServer (Lending)
// Lends a device (user story 3A) to the user of a name, by nil to the session's user. The comment has at
// most 4,000 bytes.
- (KMULoan *)lend:(int64_t)device
               to:(NSString *)borrower
          comment:(NSString *)comment
               as:(NSData *)token
            error:(NSError **)error;
// Takes a device back from the session's user (user story 4A), who alone may return it: the loan with the
// time of its return.
- (KMULoan *)giveBack:(int64_t)device as:(NSData *)token error:(NSError **)error;
@end

@interface KMUServer (Adding)
// Adds a device to the unit of the session's user (user story 6). The picture is resized before the store
// is locked. Blanks around name, location and serial number are dropped.
- (KMUDevice *)add:(KMUNewDevice *)form as:(NSData *)token error:(NSError **)error;
@end
