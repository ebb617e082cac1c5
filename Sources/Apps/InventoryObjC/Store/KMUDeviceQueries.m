#import "KMUDeviceQueries.h"

#import "KMUConnection.h"
#import "KMUDevice.h"
#import "KMUDeviceFilter.h"
#import "KMUError.h"
#import "KMULoan.h"
#import "KMUUnit.h"

// The statement behind each filter, with its index as a part of it; texts of the app in Swift. The last
// two columns are NULL where the filter tells the state by itself.
#define COLUMNS "SELECT device.id, device.name, device.location, device.serialNumber, device.unitId,"
#define ORDER " ORDER BY device.name, device.id"

static const char *const lists[] = {
  [KMUFilterAll] = COLUMNS " device.borrowerId, user.name"
    " FROM device INDEXED BY device_by_name LEFT JOIN user ON user.id = device.borrowerId" ORDER,
  [KMUFilterMine] = COLUMNS " NULL, NULL FROM device INDEXED BY device_by_borrower"
    " WHERE borrowerId = ?" ORDER,
  [KMUFilterAvailable] = COLUMNS " NULL, NULL FROM device INDEXED BY device_by_borrower"
    " WHERE borrowerId IS NULL" ORDER,
  [KMUFilterNotAvailable] = COLUMNS " device.borrowerId, user.name"
    " FROM device INDEXED BY device_lent JOIN user ON user.id = device.borrowerId"
    " WHERE device.borrowerId IS NOT NULL" ORDER,
  [KMUFilterUnit] = COLUMNS " device.borrowerId, user.name"
    " FROM device INDEXED BY device_by_unit LEFT JOIN user ON user.id = device.borrowerId"
    " WHERE device.unitId = ?" ORDER,
};

static const char byNumber[] =
  "SELECT device.id, device.name, device.location, device.serialNumber, device.unitId,"
  "  device.borrowerId, borrower.name, device.description, unit.name, loan.lentAt, loan.comment,"
  "  EXISTS (SELECT 1 FROM picture WHERE picture.deviceId = device.id)"
  " FROM device JOIN unit ON unit.id = device.unitId"
  "  LEFT JOIN user AS borrower ON borrower.id = device.borrowerId"
  "  LEFT JOIN loan INDEXED BY loan_open"
  "    ON loan.deviceId = device.id AND loan.returnedAt IS NULL"
  " WHERE device.id = ?";

static const char loansOfUser[] =
  "SELECT device.id, device.name, loan.lentAt, loan.comment"
  " FROM device INDEXED BY device_by_borrower"
  "  JOIN loan INDEXED BY loan_open ON loan.deviceId = device.id AND loan.returnedAt IS NULL"
  " WHERE device.borrowerId = ? ORDER BY device.name, device.id";

// Reads the line of a device, which the caller owns.
static KMUListedDevice *newLine(KMUStatement *statement, int64_t viewer) {
  KMUListedDevice *line = [[KMUListedDevice alloc] init];
  line.number = [statement integer:0];
  NSString *name = [statement newText:1], *location = [statement newText:2],
           *serialNumber = [statement newText:3];
  line.name = name;
  line.location = location;
  line.serialNumber = serialNumber;
  [name release];
  [location release];
  [serialNumber release];
  line.unitNumber = [statement integer:4];
  // Users are numbered from 1, and a column that is NULL reads as 0.
  int64_t borrower = [statement integer:5];
  BOOL isLentByAnother = borrower != 0 && borrower != viewer;
  [line setState:isLentByAnother ? KMULentByAnother : borrower ? KMULentByMe : KMUAvailable];
  if (isLentByAnother) {
    NSString *borrowerName = [statement newText:6];
    line.borrower = borrowerName;
    [borrowerName release];
  }
  return line;
}

// Sets the number of the unit of a filter as the parameter of its list.
static BOOL bindUnit(KMUDeviceFilter *filter, KMUStatement *list, KMUConnection *connection, NSError **error) {
  KMUStatement *lookUp = [connection statement:"SELECT id FROM unit WHERE name = ?" error:error];
  [lookUp bindText:filter.unit at:1];
  KMUStep step = lookUp ? [lookUp step:error] : KMUFailed;
  if (step == KMURow) [list bindInteger:[lookUp integer:0] at:1];
  [lookUp finish];
  if (step == KMUDone) {
    KMUAttempt attempt = {.kind = KMUToList, .subject = filter};
    KMURefuse(error, KMUUnknownUnit(attempt, filter.unit));
  }
  return step == KMURow;
}

NSArray *KMUListDevices(KMUDeviceFilter *filter, int64_t viewer, KMUConnection *connection,
                        NSError **error) {
  KMUStatement *statement = [connection statement:lists[filter.kind] error:error];
  if (!statement) return nil;
  if (filter.kind == KMUFilterMine) [statement bindInteger:viewer at:1];
  if (filter.unit && !bindUnit(filter, statement, connection, error)) return nil;
  NSMutableArray *devices = [NSMutableArray array];
  KMUStep step;
  while ((step = [statement step:error]) == KMURow) {
    KMUListedDevice *line = newLine(statement, viewer);
    if (filter.kind == KMUFilterMine) line.state = KMULentByMe;
    [devices addObject:line];
    [line release];
  }
  [statement finish];
  return step == KMUDone ? devices : nil;
}

static KMULoan *openLoan(int64_t device, NSString *deviceName, NSString *borrower, int64_t lentAt,
                         NSString *comment) {
  KMULoan *loan = [[[KMULoan alloc] init] autorelease];
  loan.device = device;
  loan.deviceName = deviceName;
  loan.borrower = borrower;
  loan.lentAt = lentAt;
  loan.comment = comment;
  return loan;
}

KMUDevice *KMULookUpDevice(int64_t number, int64_t viewer, KMUConnection *connection, NSError **error) {
  KMUStatement *statement = [connection statement:byNumber error:error];
  [statement bindInteger:number at:1];
  if (!statement || [statement step:error] != KMURow) {
    [statement finish];
    return nil;
  }
  KMUDevice *device = [[[KMUDevice alloc] init] autorelease];
  device.line = [newLine(statement, viewer) autorelease];
  device.details = [statement text:7];
  device.unit = [[[KMUUnit alloc] initWithNumber:[statement integer:4]
                                            name:[statement text:8]] autorelease];
  if (device.line.state != KMUAvailable) {
    device.loan = openLoan(number, device.line.name, [statement text:6], [statement integer:9],
                           [statement text:10]);
  }
  device.hasPicture = [statement integer:11] != 0;
  [statement finish];
  return device;
}

BOOL KMUAddLoansOfUser(int64_t user, NSString *name, NSMutableArray *loans, KMUConnection *connection,
                       NSError **error) {
  KMUStatement *statement = [connection statement:loansOfUser error:error];
  if (!statement) return NO;
  [statement bindInteger:user at:1];
  KMUStep step;
  while ((step = [statement step:error]) == KMURow) {
    [loans addObject:openLoan([statement integer:0], [statement text:1], name, [statement integer:2],
                              [statement text:3])];
  }
  [statement finish];
  return step == KMUDone;
}
