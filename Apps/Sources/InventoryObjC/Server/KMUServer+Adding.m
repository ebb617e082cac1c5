#import "KMUServer.h"

#import "KMUDevice.h"
#import "KMUDeviceCode.h"
#import "KMUNewDevice.h"
#import "KMUPicture.h"
#import "KMUStore.h"
#import "KMUUnit.h"

static const NSUInteger maximumFieldBytes = 200, maximumDescriptionBytes = 4000;

@implementation KMUServer (Adding)

static NSString *trimmed(NSString *text) {
  return [text stringByTrimmingCharactersInSet:[NSCharacterSet whitespaceAndNewlineCharacterSet]];
}

static BOOL check(NSString *text, NSString *field, NSUInteger limit, KMUAttempt attempt, NSError **error) {
  NSUInteger bytes = [text lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
  if (bytes > limit) KMURefuse(error, KMUFieldTooLong(attempt, field, bytes, limit));
  return bytes <= limit;
}

static BOOL checkFilled(NSString *text, NSString *field, KMUAttempt attempt, NSError **error) {
  if ([text length]) return check(text, field, maximumFieldBytes, attempt, error);
  KMURefuse(error, KMUFieldEmpty(attempt, field));
  return NO;
}

// Whether the serial number is another device's, which is refused.
static BOOL isFree(NSString *serialNumber, KMUConnection *connection, NSError **error) {
  KMUStatement *statement = [connection statement:"SELECT id, name FROM device WHERE serialNumber = ?"
                                            error:error];
  [statement bindText:serialNumber at:1];
  KMUStep step = statement ? [statement step:error] : KMUFailed;
  if (step == KMURow) {
    KMURefuse(error, KMUErrorWith(KMU_serialNumberTaken,
                                  @"Cannot add a device with the serial number %@: device %@ (%@) has "
                                  @"it.", serialNumber, KMUCodeOfDevice([statement integer:0]),
                                  [statement text:1]));
  }
  [statement finish];
  return step == KMUDone;
}

static KMUDevice *insert(KMUDevice *device, KMUPicture *picture, KMUConnection *connection,
                         NSError **error) {
  KMUListedDevice *line = device.line;
  if (!isFree(line.serialNumber, connection, error)) return nil;
  KMUStatement *statement = [connection statement:
    "INSERT INTO device(name, location, serialNumber, unitId, description) VALUES (?, ?, ?, ?, ?)"
                                            error:error];
  [statement bindText:line.name at:1];
  [statement bindText:line.location at:2];
  [statement bindText:line.serialNumber at:3];
  [statement bindInteger:line.unitNumber at:4];
  [statement bindText:device.details at:5];
  if (![statement run:error]) return nil;
  line.number = connection.lastInsertedRow;
  return !picture || [picture storeFor:line.number on:connection error:error] ? device : nil;
}

- (KMUDevice *)add:(KMUNewDevice *)form as:(NSData *)token error:(NSError **)error {
  KMUListedDevice *line = [[[KMUListedDevice alloc] init] autorelease];
  line.name = trimmed(form.name);
  KMUAttempt attempt = {.kind = KMUToAdd, .subject = line.name};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  if (!holder) return nil;
  line.location = trimmed(form.location);
  line.serialNumber = trimmed(form.serialNumber);
  line.unitNumber = holder.unit.number;
  if (!checkFilled(line.name, @"name", attempt, error)
      || !checkFilled(line.location, @"location", attempt, error)
      || !checkFilled(line.serialNumber, @"serial number", attempt, error)
      || !check(form.details, @"description", maximumDescriptionBytes, attempt, error)) {
    return nil;
  }
  KMUPicture *picture = nil;
  if (form.picture) {
    picture = [KMUPicture pictureResizedFrom:form.picture error:error];
    if (!picture) return nil;
  }
  KMUDevice *device = [[[KMUDevice alloc] init] autorelease];
  device.line = line;
  device.details = form.details;
  device.unit = holder.unit;
  device.hasPicture = picture != nil;
  KMUConnection *connection = [_store beginWriting:error];
  if (!connection) return nil;
  return [connection endWith:insert(device, picture, connection, error) error:error];
}

@end
