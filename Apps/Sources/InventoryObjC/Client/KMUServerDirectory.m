#import "KMUServerDirectory.h"

#import "KMUFixture.h"
#import "KMUStore.h"

@implementation KMUServerDirectory

- (instancetype)initWithServers:(NSArray *)servers demoPath:(NSString *)path clock:(KMUClock)clock {
  self = [super init];
  if (!self) return nil;
  _known = [servers copy];
  _demoPath = [path copy];
  _clock = clock;
  _lock = [[NSLock alloc] init];
  return self;
}

- (void)dealloc {
  [_known release];
  [_demoPath release];
  [_lock release];
  [_demo release];
  [super dealloc];
}

// Opens the demo's store. One that is not empty is from an earlier start, with what was lent since.
- (KMUServer *)newDemo:(NSError **)error {
  KMUStore *store = [[[KMUStore alloc] initWithPath:_demoPath error:error] autorelease];
  KMUFixture *fixture = [[[KMUFixture alloc] initWithDevices:24 users:4 loans:2 seed:2015
                                                       error:error] autorelease];
  if (!store || !fixture) return nil;
  NSError *refusal = nil;
  if (![fixture fill:store error:&refusal] && [refusal code] != KMU_storeNotEmpty) {
    return KMURefuse(error, refusal);
  }
  return [[KMUServer alloc] initWithName:@"demo" store:store clock:_clock];
}

- (KMUServer *)serverAt:(NSString *)address error:(NSError **)error {
  if ([address isEqual:@"demo"]) {
    [_lock lock];
    if (!_demo) _demo = [self newDemo:error];
    [_lock unlock];
    return _demo;
  }
  NSMutableArray *names = [NSMutableArray array];
  for (KMUServer *server in _known) {
    if ([server.name isEqual:address]) return server;
    [names addObject:server.name];
  }
  return KMURefuse(error, KMUErrorWith(KMU_unknownServer,
                                       @"Cannot connect to %@: no such server; known are %@.", address,
                                       [names count] ? [names componentsJoinedByString:@", "] : @"none"));
}

@end
