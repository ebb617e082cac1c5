#import "KMUServer.h"

#import "KMUDeviceQueries.h"
#import "KMUPasswordHash.h"
#import "KMUSessionRegistry.h"
#import "KMUStore.h"
#import "KMUUnit.h"

// Twelve hours in milliseconds: a working day, so that nobody is logged out at work.
static const int64_t lifetime = 12LL * 60 * 60 * 1000;

// A user as the store has it.
@interface KMUAccount : NSObject
{
@public
  int64_t _number;
  NSString *_passwordHash;
  KMUUnit *_unit;
}
// The account of this name: nil, and an error only where the store failed.
+ (instancetype)accountOf:(NSString *)user in:(KMUConnection *)connection error:(NSError **)error;
@end

@implementation KMUAccount

+ (instancetype)accountOf:(NSString *)user in:(KMUConnection *)connection error:(NSError **)error {
  KMUStatement *statement = [connection statement:
    "SELECT user.id, user.passwordHash, unit.id, unit.name"
    " FROM user JOIN unit ON unit.id = user.unitId WHERE user.name = ?" error:error];
  [statement bindText:user at:1];
  if ([statement step:error] != KMURow) {
    [statement finish];
    return nil;
  }
  KMUAccount *account = [[[self alloc] init] autorelease];
  account->_number = [statement integer:0];
  account->_passwordHash = [statement newText:1];
  account->_unit = [[KMUUnit alloc] initWithNumber:[statement integer:2] name:[statement text:3]];
  [statement finish];
  return account;
}

- (void)dealloc {
  [_passwordHash release];
  [_unit release];
  [super dealloc];
}

@end

@implementation KMUServer

@synthesize name = _name;

- (instancetype)initWithName:(NSString *)name store:(KMUStore *)store clock:(KMUClock)clock {
  self = [super init];
  if (!self) return nil;
  _name = [name copy];
  _store = [store retain];
  _sessions = [[KMUSessionRegistry alloc] init];
  _clock = clock;
  return self;
}

- (void)dealloc {
  [_name release];
  [_store release];
  [_sessions release];
  [super dealloc];
}

- (KMUSession *)connectUser:(NSString *)user
                   password:(NSString *)password
                       unit:(NSString *)unit
                      error:(NSError **)error {
  NSError *failure = nil;
  KMUConnection *connection = [_store beginReading:&failure];
  KMUAccount *account = [KMUAccount accountOf:user in:connection error:&failure];
  [connection endWith:nil error:NULL];
  if (failure) return KMURefuse(error, failure);
  KMUPasswordMatch match = KMUMatchPassword(password, account ? account->_passwordHash : nil, error);
  if (match == KMUNotHashed) return nil;
  if (match == KMUDiffers) {
    return KMURefuse(error, KMUErrorWith(KMU_wrongCredentials,
                                         @"Cannot connect to %@ as %@: the user name or the password "
                                         @"is wrong.", _name, user));
  }
  KMUUnit *shown = nil;
  if (unit) {
    KMUAttempt attempt = {.kind = KMUToConnect, .subject = user};
    connection = [_store beginReading:error];
    if (!connection) return nil;
    shown = [connection endWith:KMULookUpUnit(unit, attempt, connection, error) error:error];
    if (!shown) return nil;
  }
  int64_t now = _clock();
  KMUSession *session = [[[KMUSession alloc] initWithUser:user number:account->_number
                                                     unit:account->_unit shown:shown
                                                  expires:now + lifetime] autorelease];
  [_sessions add:session at:now];
  return session;
}

- (void)disconnect:(NSData *)token { [_sessions end:token]; }

- (KMUSession *)holderOf:(NSData *)token for:(KMUAttempt)attempt error:(NSError **)error {
  return [_sessions sessionOf:token for:attempt at:_clock() error:error];
}

@end
