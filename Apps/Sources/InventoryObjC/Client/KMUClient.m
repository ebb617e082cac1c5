#import "KMUClient.h"

#import "KMUDevice.h"
#import "KMUDeviceRow.h"
#import "KMUKeychain.h"
#import "KMULogin.h"
#import "KMUNewDevice.h"
#import "KMUPicture.h"
#import "KMUServerDirectory.h"
#import "KMUSettings.h"

@implementation KMUClient

- (instancetype)initWithServers:(NSArray *)servers folder:(NSString *)folder clock:(KMUClock)clock {
  self = [super init];
  if (!self) return nil;
  NSString *demo = [folder stringByAppendingPathComponent:@"demo.sqlite"];
  _directory = [[KMUServerDirectory alloc] initWithServers:servers demoPath:demo clock:clock];
  _keychain = [[KMUKeychain alloc]
    initWithPath:[folder stringByAppendingPathComponent:@"keychain"]];
  _settings = [[KMUSettings alloc]
    initWithPath:[folder stringByAppendingPathComponent:@"settings"]];
  _lock = [[NSLock alloc] init];
  return self;
}

- (void)dealloc {
  [_directory release];
  [_keychain release];
  [_settings release];
  [_lock release];
  [_server release];
  [_session release];
  [super dealloc];
}

- (KMUSession *)session {
  [_lock lock];
  KMUSession *session = [[_session retain] autorelease];
  [_lock unlock];
  return session;
}

// Connects; where the login is to be kept and can't be, the connection there was goes on.
- (KMUSession *)connect:(KMULogin *)login keeping:(BOOL)keeps error:(NSError **)error {
  if (![login check:error]) return nil;
  KMUServer *server = [_directory serverAt:login.server error:error];
  KMUSession *session = [server connectUser:login.user password:login.password unit:login.unit
                                      error:error];
  if (!session) return nil;
  if ((keeps && ![_keychain keep:login error:error])
      || ![_settings keepLastServer:login.server error:error]) {
    [server disconnect:session.token];
    return nil;
  }
  [_lock lock];
  KMUServer *oldServer = _server;
  KMUSession *oldSession = _session;
  _server = [server retain];
  _session = [session retain];
  [_lock unlock];
  [oldServer disconnect:oldSession.token];
  [oldServer release];
  [oldSession release];
  return session;
}

- (KMUSession *)start:(NSError **)error {
  NSString *server = [_settings lastServer:error];
  if (!server) return nil;
  NSError *refusal = nil;
  KMULogin *login = [_keychain loginOf:server error:&refusal];
  if (login) return [self connect:login keeping:NO error:error];
  return [refusal code] == KMU_noLoginKept ? nil : KMURefuse(error, refusal);
}

- (NSArray *)unitsOf:(NSString *)server error:(NSError **)error {
  return [[_directory serverAt:server error:error] units:error];
}

- (KMUSession *)connect:(KMULogin *)login error:(NSError **)error {
  return [self connect:login keeping:YES error:error];
}

- (KMUSession *)connectDemo:(NSError **)error {
  NSArray *fields = [NSArray arrayWithObjects:@"alice", @"secret", @"demo", @"", nil];
  return [self connect:[KMULogin loginWithFields:fields] error:error];
}

- (KMULogin *)loginOf:(NSString *)server error:(NSError **)error {
  return [_keychain loginOf:server error:error];
}

- (KMUSession *)replaceLoginOf:(NSString *)server by:(KMULogin *)login error:(NSError **)error {
  KMUSession *session = [self connect:login error:error];
  if (!session || [login.server isEqual:server]) return session;
  return [_keychain forget:server error:error] ? session : nil;
}

// Where to ask, and as whom.
- (KMUServer *)serverFor:(KMUAttempt)attempt token:(NSData **)token error:(NSError **)error {
  [_lock lock];
  // Another thread may connect to another one meanwhile.
  KMUServer *server = [[_server retain] autorelease];
  *token = [[_session.token retain] autorelease];
  [_lock unlock];
  return server ? server : KMURefuse(error, KMUNotConnected(attempt));
}

@end

@implementation KMUClient (Devices)

- (NSArray *)devices:(KMUDeviceFilter *)filter error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToList, .subject = filter};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server devices:filter as:token error:error];
}

- (KMUDevice *)device:(int64_t)device error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToLookUp, .device = device};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server device:device as:token error:error];
}

- (KMULoan *)lend:(int64_t)device
               to:(NSString *)borrower
          comment:(NSString *)comment
            error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToLend, .device = device};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server lend:device to:borrower comment:comment as:token error:error];
}

- (KMULoan *)giveBack:(int64_t)device error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToGiveBack, .device = device};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server giveBack:device as:token error:error];
}

- (KMUDevice *)add:(KMUNewDevice *)form error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToAdd, .subject = form.name};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server add:form as:token error:error];
}

- (NSArray *)devicesLentTo:(NSArray *)users error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToListLoans};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server devicesLentTo:users as:token error:error];
}

- (NSArray *)picturesOf:(NSArray *)devices error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToFetchPictures};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server picturesOf:devices as:token error:error];
}

- (NSArray *)rowsOf:(NSArray *)lines error:(NSError **)error {
  NSMutableArray *devices = [NSMutableArray arrayWithCapacity:[lines count]];
  for (KMUListedDevice *line in lines) [devices addObject:[NSNumber numberWithLongLong:line.number]];
  NSArray *pictures = [self picturesOf:devices error:error];
  if (!pictures) return nil;
  NSMutableArray *rows = [NSMutableArray arrayWithCapacity:[lines count]];
  NSUInteger next = 0;
  for (KMUListedDevice *line in lines) {
    KMUPicture *picture = next < [pictures count] ? [pictures objectAtIndex:next] : nil;
    if (picture.device == line.number) next++;
    else picture = nil;
    KMUDeviceRow *row = [[KMUDeviceRow alloc] initWithLine:line picture:picture];
    [rows addObject:row];
    [row release];
  }
  return rows;
}

@end
