#import "KMUClient.h"

#import "KMUCodeReader.h"
#import "KMUError.h"
#import "KMUKeychain.h"
#import "KMULogin.h"
#import "KMUNewDevice.h"
#import "KMUServer.h"

@implementation KMUClient

- (instancetype)initWithServers:(NSArray *)servers keychain:(KMUKeychain *)keychain {
  self = [super init];
  if (!self) return nil;
  _servers = [servers copy];
  _keychain = [keychain retain];
  _lock = [[NSLock alloc] init];
  return self;
}

- (void)dealloc {
  [_servers release];
  [_keychain release];
  [_lock release];
  [_server release];
  [_session release];
  [super dealloc];
}

- (KMUServer *)serverOf:(KMULogin *)login error:(NSError **)error {
  NSMutableArray *known = [NSMutableArray array];
  for (KMUServer *server in _servers) {
    if ([server.name isEqual:login.server]) return server;
    [known addObject:server.name];
  }
  return KMURefuse(error, KMUErrorWith(KMU_unknownServer,
                                       @"Cannot connect to %@: no such server; known are %@.",
                                       login.server, [known componentsJoinedByString:@", "]));
}

- (KMUSession *)connect:(KMULogin *)login error:(NSError **)error {
  KMUServer *server = [self serverOf:login error:error];
  KMUSession *session = [server connectUser:login.user password:login.password unit:login.unit
                                      error:error];
  if (!session) return nil;
  if (![_keychain keep:login error:error]) {
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

- (KMULogin *)loginOf:(NSString *)server error:(NSError **)error {
  return [_keychain loginOf:server error:error];
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

- (KMULoan *)lend:(int64_t)device comment:(NSString *)comment error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToLend, .device = device};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server lend:device comment:comment as:token error:error];
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

- (NSArray *)units:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToListUnits};
  NSData *token = nil;
  KMUServer *server = [self serverFor:attempt token:&token error:error];
  return [server unitsAs:token error:error];
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

- (KMUDevice *)deviceInFrame:(KMUGreyImage *)frame error:(NSError **)error {
  int64_t device = KMUReadCode(frame, error);
  return device ? [self device:device error:error] : nil;
}

- (KMULoan *)lendInFrame:(KMUGreyImage *)frame comment:(NSString *)comment error:(NSError **)error {
  int64_t device = KMUReadCode(frame, error);
  return device ? [self lend:device comment:comment error:error] : nil;
}

- (KMULoan *)giveBackInFrame:(KMUGreyImage *)frame error:(NSError **)error {
  int64_t device = KMUReadCode(frame, error);
  return device ? [self giveBack:device error:error] : nil;
}

@end
