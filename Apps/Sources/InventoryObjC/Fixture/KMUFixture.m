#import "KMUFixture.h"

#import "KMUError.h"
#import "KMUFixtureNames.h"
#import "KMUPicture.h"
#import "KMUStore.h"
#import "KMUSurface.h"

const int64_t KMUFixtureNow = 1433145600000;

// The share of devices lent to other users than the first, in percent.
enum { LENT_PERCENT = 20, DEVICES_PER_PICTURE = 100, COLOURS = 4, UNITS = 5 };

static NSString *const units[UNITS] = {
  @"IT", @"Research", @"Sales", @"Workshop", @"Administration",
};

static const double colours[COLOURS][3] = {
  {0.80, 0.25, 0.20}, {0.20, 0.55, 0.30}, {0.20, 0.35, 0.75}, {0.55, 0.55, 0.55},
};

// A case with a screen, as PNG.
static NSData *drawn(int width, int height, const double *colour, NSError **error) {
  KMUSurface *surface = [[[KMUSurface alloc] initWithWidth:width height:height error:error] autorelease];
  [surface fillShare:1 red:0.95 green:0.95 blue:0.95];
  [surface fillShare:0.75 red:colour[0] green:colour[1] blue:colour[2]];
  [surface fillShare:0.5 red:0.1 green:0.1 blue:0.1];
  return [surface png:error];
}

// Draws who has each device, so that exactly as many are lent as the fixture says. Selection sampling: of
// the devices left, the share of loans left is drawn. Source: Knuth, The Art of Computer Programming 2,
// 3.4.2, algorithm S.
typedef struct {
  int64_t devicesLeft, firstUserLeft, othersLeft, users;
} LendingDraw;

// The borrower's number of the next device, or 0.
static int64_t drawBorrower(LendingDraw *lending, SplitMix64 *random) {
  int64_t draw = SplitMix64Below(random, lending->devicesLeft > 1 ? lending->devicesLeft : 1);
  lending->devicesLeft--;
  if (draw < lending->firstUserLeft) {
    lending->firstUserLeft--;
    return 1;
  }
  if (draw < lending->firstUserLeft + lending->othersLeft) {
    lending->othersLeft--;
    return 2 + SplitMix64Below(random, lending->users - 1);
  }
  return 0;
}

@interface KMUFixture ()
- (BOOL)fillPeople:(KMUConnection *)connection error:(NSError **)error;
- (BOOL)fillDevices:(KMUConnection *)connection pictures:(NSArray *)pictures error:(NSError **)error;
@end

@implementation KMUFixture

static BOOL isWithin(int64_t number, int64_t least, int64_t most, NSString *what, NSString *range,
                     NSError **error) {
  if (number >= least && number <= most) return YES;
  KMURefuse(error, KMUErrorWith(KMU_fixtureImpossible,
                                @"Cannot fill a store with a fixture: %lld %@ are not %@.",
                                (long long)number, what, range));
  return NO;
}

- (instancetype)initWithDevices:(int64_t)devices
                          users:(int64_t)users
                          loans:(int64_t)loans
                           seed:(uint64_t)seed
                          error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  if (!isWithin(devices, 0, 10000000, @"devices", @"0 to 10,000,000", error)
      || !isWithin(users, 1, 100000, @"users", @"1 to 100,000", error)) {
    [self release];
    return nil;
  }
  _devices = devices;
  _users = users;
  _loans = loans > 0 ? loans : 0;
  _seed = seed;
  return self;
}

+ (NSData *)photograph:(NSError **)error { return drawn(1200, 1600, colours[0], error); }

// A picture of each colour.
static NSArray *smallPictures(NSError **error) {
  NSMutableArray *pictures = [NSMutableArray array];
  for (int i = 0; i < COLOURS; i++) {
    NSData *png = drawn(64, 48, colours[i], error);
    KMUPicture *picture = png ? [KMUPicture pictureResizedFrom:png error:error] : nil;
    if (!picture) return nil;
    [pictures addObject:picture];
  }
  return pictures;
}

- (BOOL)fill:(KMUStore *)store error:(NSError **)error {
  NSArray *pictures = smallPictures(error);
  KMUConnection *connection = pictures ? [store beginWriting:error] : nil;
  if (!connection) return NO;
  int64_t rows;
  BOOL isFilled = NO;
  if ([connection readInteger:&rows
                           of:"SELECT (SELECT count(*) FROM unit) + (SELECT count(*) FROM user)"
                              " + (SELECT count(*) FROM device)" error:error]) {
    if (rows) {
      KMURefuse(error, KMUErrorWith(KMU_storeNotEmpty,
                                    @"Cannot fill a store with a fixture: the inventory %@ is not empty.",
                                    store.path));
    } else {
      isFilled = [self fillPeople:connection error:error]
        && [self fillDevices:connection pictures:pictures error:error];
    }
  }
  return [connection endWith:isFilled ? self : nil error:error] && [store settle:error];
}

- (BOOL)fillPeople:(KMUConnection *)connection error:(NSError **)error {
  KMUStatement *addUnit = [connection statement:"INSERT INTO unit(id, name) VALUES (?, ?)" error:error];
  for (int i = 0; i < UNITS; i++) {
    [addUnit bindInteger:i + 1 at:1];
    [addUnit bindText:units[i] at:2];
    if (![addUnit run:error]) return NO;
  }
  KMUStatement *addUser = [connection statement:
    "INSERT INTO user(id, name, passwordHash, unitId) VALUES (?, ?, ?, ?)" error:error];
  for (int64_t i = 0; i < _users; i++) {
    [addUser bindInteger:i + 1 at:1];
    [addUser bindText:KMUUserName(i) at:2];
    [addUser bindText:KMUFixturePasswordHash at:3];
    [addUser bindInteger:i % UNITS + 1 at:4];
    if (![addUser run:error]) return NO;
  }
  return YES;
}

// Adds a device with its loan; the draws are in the order of the app in Swift.
static BOOL addDevice(int64_t number, LendingDraw *lending, SplitMix64 *random, KMUStatement *device,
                      KMUStatement *loan, NSError **error) {
  const KMUKind *kind = KMUPickKind(random);
  [device bindInteger:number at:1];
  [device bindText:kind->name at:2];
  [device bindText:KMUPickLocation(random) at:3];
  [device bindText:KMUSerialNumber(number, kind, random) at:4];
  [device bindInteger:SplitMix64Below(random, UNITS) + 1 at:5];
  int64_t borrower = drawBorrower(lending, random);
  if (borrower) [device bindInteger:borrower at:6];
  else [device bindNullAt:6];
  [device bindText:kind->details at:7];
  if (![device run:error]) return NO;
  if (!borrower) return YES;
  int64_t age = SplitMix64Below(random, 30 * 24 * 60 * 60) * 1000;
  [loan bindInteger:number at:1];
  [loan bindInteger:borrower at:2];
  [loan bindInteger:KMUFixtureNow - age at:3];
  [loan bindText:KMUPickComment(random) at:4];
  return [loan run:error];
}

- (BOOL)fillDevices:(KMUConnection *)connection pictures:(NSArray *)pictures error:(NSError **)error {
  SplitMix64 random = {_seed};
  LendingDraw lending = {
    .devicesLeft = _devices, .firstUserLeft = _loans < _devices / 10 ? _loans : _devices / 10,
    .othersLeft = _users > 1 ? _devices * LENT_PERCENT / 100 : 0, .users = _users,
  };
  KMUStatement *device = [connection statement:
    "INSERT INTO device(id, name, location, serialNumber, unitId, borrowerId, description)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)" error:error];
  KMUStatement *loan = [connection statement:
    "INSERT INTO loan(deviceId, userId, lentAt, comment) VALUES (?, ?, ?, ?)" error:error];
  BOOL isAdded = device && loan;
  for (int64_t number = 1; isAdded && number <= _devices; number++) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    NSError *failure = nil;
    isAdded = addDevice(number, &lending, &random, device, loan, &failure);
    if (isAdded && number % DEVICES_PER_PICTURE == 1) {
      KMUPicture *picture = [pictures objectAtIndex:(NSUInteger)SplitMix64Below(&random, COLOURS)];
      isAdded = [picture storeFor:number on:connection error:&failure];
    }
    [failure retain];
    [pool drain];
    if ([failure autorelease]) KMURefuse(error, failure);
  }
  return isAdded;
}

@end
