#import "KMUServer.h"

#import "KMUDevice.h"
#import "KMUDeviceFilter.h"
#import "KMUDeviceQueries.h"
#import "KMUPicture.h"
#import "KMUStore.h"
#import "KMUUnit.h"

@implementation KMUServer (Devices)

- (NSArray *)devices:(KMUDeviceFilter *)filter as:(NSData *)token error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToList, .subject = filter};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  KMUConnection *connection = holder ? [_store beginReading:error] : nil;
  if (!connection) return nil;
  NSArray *devices = KMUListDevices(filter, holder.userNumber, connection, error);
  return [connection endWith:devices error:error];
}

- (KMUDevice *)device:(int64_t)number as:(NSData *)token error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToLookUp, .device = number};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  KMUConnection *connection = holder ? [_store beginReading:error] : nil;
  if (!connection) return nil;
  NSError *failure = nil;
  KMUDevice *device = KMULookUpDevice(number, holder.userNumber, connection, &failure);
  device = [connection endWith:device error:&failure];
  return device ? device : KMURefuse(error, failure ? failure : KMUNoSuchDevice(attempt));
}

static NSArray *unitsIn(KMUConnection *connection, NSError **error) {
  KMUStatement *statement = [connection statement:"SELECT id, name FROM unit ORDER BY name" error:error];
  if (!statement) return nil;
  NSMutableArray *units = [NSMutableArray array];
  KMUStep step;
  while ((step = [statement step:error]) == KMURow) {
    [units addObject:[[[KMUUnit alloc] initWithNumber:[statement integer:0]
                                                 name:[statement text:1]] autorelease]];
  }
  [statement finish];
  return step == KMUDone ? units : nil;
}

- (NSArray *)units:(NSError **)error {
  KMUConnection *connection = [_store beginReading:error];
  if (!connection) return nil;
  return [connection endWith:unitsIn(connection, error) error:error];
}

static NSArray *loansOf(NSArray *users, KMUAttempt attempt, KMUConnection *connection, NSError **error) {
  NSMutableArray *loans = [NSMutableArray array];
  for (NSString *user in users) {
    NSError *failure = nil;
    int64_t number = KMULookUpUser(user, connection, &failure);
    if (!number) return KMURefuse(error, failure ? failure : KMUNoSuchUser(attempt, user));
    if (!KMUAddLoansOfUser(number, user, loans, connection, error)) return nil;
  }
  return loans;
}

- (NSArray *)devicesLentTo:(NSArray *)users as:(NSData *)token error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToListLoans};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  KMUConnection *connection = holder ? [_store beginReading:error] : nil;
  if (!connection) return nil;
  return [connection endWith:loansOf(users, attempt, connection, error) error:error];
}

static NSArray *picturesOf(NSArray *numbers, KMUConnection *connection, NSError **error) {
  KMUStatement *statement = [connection statement:
    "SELECT width, height, png FROM picture WHERE deviceId = ?" error:error];
  if (!statement) return nil;
  NSMutableArray *pictures = [NSMutableArray array];
  for (NSNumber *number in numbers) {
    [statement bindInteger:[number longLongValue] at:1];
    KMUStep step = [statement step:error];
    if (step == KMUFailed) return nil;
    if (step == KMURow) {
      KMUPicture *picture = [[KMUPicture alloc] initWithPNG:[statement bytes:2]
                                                      width:(int)[statement integer:0]
                                                     height:(int)[statement integer:1]];
      picture.device = [number longLongValue];
      [pictures addObject:picture];
      [picture release];
    }
    [statement finish];
  }
  return pictures;
}

- (NSArray *)picturesOf:(NSArray *)numbers as:(NSData *)token error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToFetchPictures};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  KMUConnection *connection = holder ? [_store beginReading:error] : nil;
  if (!connection) return nil;
  return [connection endWith:picturesOf(numbers, connection, error) error:error];
}

@end
