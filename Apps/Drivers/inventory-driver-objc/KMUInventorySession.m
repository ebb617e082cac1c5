#import "KMUInventorySession.h"

#import "KMUCamera.h"
#import "KMUClient.h"
#import "KMUError.h"
#import "KMUFixture.h"
#import "KMURepeatableRandomness.h"
#import "KMUSession.h"
#import "KMUStore.h"
#import "KMUUnit.h"
#import "KMUVerbs.h"
#import "RHArguments.h"

// Time stands still, so that all runs lead to the same.
static int64_t standingClock(void) { return KMUFixtureNow; }

@implementation KMUInventorySession

@synthesize client = _client, screen = _screen, camera = _camera, capture = _capture,
  language = _language, photograph = _photograph, added = _added;

+ (NSString *)driverName { return @"inventory-driver-objc"; }

+ (NSArray *)verbs { return KMUVerbs(); }

// The name of an error in lower case with hyphens: `alreadyLent` as `already-lent`.
+ (NSString *)codeOfError:(NSError *)error {
  if ([[error domain] isEqual:KMUListScreenErrorDomain]) return @"nothing-on-screen";
  NSString *name = KMUNameOfError((KMUErrorCode)[error code]);
  NSMutableString *code = [NSMutableString string];
  for (NSUInteger i = 0; i < [name length]; i++) {
    unichar letter = [name characterAtIndex:i];
    if (letter >= 'A' && letter <= 'Z') [code appendFormat:@"-%c", letter - 'A' + 'a'];
    else [code appendFormat:@"%c", letter];
  }
  return code;
}

- (BOOL)startWithFixture:(RHArguments *)fixture directory:(NSString *)directory error:(NSError **)error {
  int64_t devices = 1000, users = 40, loans = 20, seed = 1;
  NSArray *names = [NSArray arrayWithObjects:@"devices", @"users", @"loans", @"seed", nil];
  if (![fixture allow:names error:error] || ![fixture read:&devices ifGiven:@"devices" error:error]
      || ![fixture read:&users ifGiven:@"users" error:error]
      || ![fixture read:&loans ifGiven:@"loans" error:error]
      || ![fixture read:&seed ifGiven:@"seed" error:error]) {
    return NO;
  }
  if (!KMUBeginRepeatableRandomness((uint64_t)seed)) {
    KMURefuse(error, KMUErrorWith(KMU_cryptographyFailed, @"Cannot initialise the cryptography."));
    return NO;
  }
  NSString *path = [directory stringByAppendingPathComponent:@"inventory.sqlite"];
  KMUStore *store = [[[KMUStore alloc] initWithPath:path error:error] autorelease];
  KMUFixture *made = [[[KMUFixture alloc] initWithDevices:devices users:users loans:loans
                                                     seed:(uint64_t)seed error:error] autorelease];
  if (!store || ![made fill:store error:error]) return NO;
  // A server, and another on the same store, to move a login to.
  NSMutableArray *servers = [NSMutableArray array];
  for (NSString *name in [NSArray arrayWithObjects:@"local", @"backup", nil]) {
    [servers addObject:[[[KMUServer alloc] initWithName:name store:store
                                                  clock:standingClock] autorelease]];
  }
  _servers = [servers copy];
  _directory = [directory copy];
  _client = [[self restarted] retain];
  _screen = [[KMUListScreen alloc] init];
  _camera = [[KMUCamera alloc] init];
  _photograph = [[KMUFixture photograph:error] retain];
  return _photograph != nil;
}

- (instancetype)initWithFixture:(RHArguments *)fixture
                      directory:(NSString *)directory
                          error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  if ([self startWithFixture:fixture directory:directory error:error]) return self;
  [self release];
  return nil;
}

- (void)dealloc {
  [_servers release];
  [_directory release];
  [_client release];
  [_screen release];
  [_capture release];
  [_camera release];
  [_photograph release];
  [super dealloc];
}

- (KMUClient *)restarted {
  return [[[KMUClient alloc] initWithServers:_servers folder:_directory clock:standingClock] autorelease];
}

+ (NSString *)unitOf:(RHArguments *)arguments {
  NSString *word = [arguments text:@"unit" or:@"all"];
  return [word isEqual:@"all"] ? nil : word;
}

- (KMUDeviceFilter *)filter:(KMUFilterState)state of:(RHArguments *)arguments {
  NSString *unit = [arguments has:@"unit"] ? [KMUInventorySession unitOf:arguments]
                                           : self.client.session.shown.name;
  return [KMUDeviceFilter filterWithState:state unit:unit];
}

@end
