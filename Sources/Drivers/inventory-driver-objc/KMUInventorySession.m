#import "KMUInventorySession.h"

#import "KMUCameraFrame.h"
#import "KMUClient.h"
#import "KMUCodePrinter.h"
#import "KMUError.h"
#import "KMUFixture.h"
#import "KMUKeychain.h"
#import "KMURepeatableRandomness.h"
#import "KMUServer.h"
#import "KMUStore.h"
#import "KMUVerbs.h"
#import "RHArguments.h"

// The driver's own refusals, which carry their code.
static NSString *const driverDomain = @"KMUInventorySession";

// Time stands still, so that all runs lead to the same.
static int64_t standingClock(void) { return KMUFixtureNow; }

@implementation KMUInventorySession

@synthesize client = _client, shown = _shown, photograph = _photograph, added = _added;

+ (NSString *)driverName { return @"inventory-driver-objc"; }

+ (NSArray *)verbs { return KMUVerbs(); }

// The name of an error in lower case with hyphens: `alreadyLent` as `already-lent`.
+ (NSString *)codeOfError:(NSError *)error {
  if ([[error domain] isEqual:driverDomain]) return @"nothing-on-screen";
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
  long long devices = 1000, users = 40, loans = 20, seed = 1;
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
  KMUServer *server = [[[KMUServer alloc] initWithName:@"local" store:store
                                                 clock:standingClock] autorelease];
  NSString *keychain = [directory stringByAppendingPathComponent:@"keychain"];
  _client = [[KMUClient alloc]
    initWithServers:[NSArray arrayWithObject:server]
           keychain:[[[KMUKeychain alloc] initWithPath:keychain] autorelease]];
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
  [_client release];
  [_shown release];
  [_photograph release];
  [super dealloc];
}

- (int64_t)next:(KMULendingState)state of:(RHArguments *)arguments error:(NSError **)error {
  if ([arguments has:@"device"]) {
    long long device = 0;
    return [arguments read:&device of:@"device" error:error] ? device : 0;
  }
  for (NSUInteger place = 0; place < [_shown count]; place++) {
    KMUListedDevice *line = [_shown objectAtIndex:place];
    if (line.state != state) continue;
    int64_t device = line.number;
    [_shown removeObjectAtIndex:place];
    return device;
  }
  static NSString *const words[] = {@"available", @"lentByMe", @"lentByAnother"};
  NSString *message = [NSString stringWithFormat:@"No device on the screen is %@; a 'list' before this "
                                                 @"step shows some.", words[state]];
  NSDictionary *info = [NSDictionary dictionaryWithObject:message forKey:NSLocalizedDescriptionKey];
  KMURefuse(error, [NSError errorWithDomain:driverDomain code:1 userInfo:info]);
  return 0;
}

- (KMUGreyImage *)frameOf:(int64_t)device error:(NSError **)error {
  KMUGreyImage *label = KMUPrintCode(device, error);
  return label ? KMUFrameShowing(label, (uint64_t)device, error) : nil;
}

@end
