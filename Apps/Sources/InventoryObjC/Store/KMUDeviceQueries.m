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

#define OF_BORROWER " NULL, NULL FROM device INDEXED BY device_by_borrower"
#define OF_UNIT " device.borrowerId, user.name FROM device INDEXED BY device_by_unit"

// Of all units, then of one.
static const char *const lists[KMUFilterStates][2] = {
  [KMUFilterAll] = {
    COLUMNS " device.borrowerId, user.name"
      " FROM device INDEXED BY device_by_name LEFT JOIN user ON user.id = device.borrowerId" ORDER,
    COLUMNS OF_UNIT " LEFT JOIN user ON user.id = device.borrowerId WHERE device.unitId = ?" ORDER,
  },
  [KMUFilterMine] = {
    COLUMNS OF_BORROWER " WHERE borrowerId = ?" ORDER,
    COLUMNS OF_BORROWER " WHERE borrowerId = ? AND device.unitId = ?" ORDER,
  },
  [KMUFilterAvailable] = {
    COLUMNS OF_BORROWER " WHERE borrowerId IS NULL" ORDER,
    COLUMNS " NULL, NULL FROM device INDEXED BY device_by_unit"
      " WHERE device.unitId = ? AND borrowerId IS NULL" ORDER,
  },
  [KMUFilterNotAvailable] = {
    COLUMNS " device.borrowerId, user.name"
      " FROM device INDEXED BY device_lent JOIN user ON user.id = device.borrowerId"
      " WHERE device.borrowerId IS NOT NULL" ORDER,
    COLUMNS OF_UNIT " JOIN user ON user.id = device.borrowerId"
      " WHERE device.unitId = ? AND device.borrowerId IS NOT NULL" ORDER,
  },
};

static const char byNumber[] =
  "SELECT device.id, device.name, device.location, device.serialNumber, device.unitId,"
  "  device.borrowerId, borrower.name, device.description, unit.name, loan.lentAt, loan.comment,"
  "  EXISTS (SELECT 1 FROM picture WHERE picture.deviceId = device.id), lender.name"
  " FROM device JOIN unit ON unit.id = device.unitId"
  "  LEFT JOIN user AS borrower ON borrower.id = device.borrowerId"
  "  LEFT JOIN loan INDEXED BY loan_open"
  "    ON loan.deviceId = device.id AND loan.returnedAt IS NULL"
  "  LEFT JOIN user AS lender ON lender.id = loan.lenderId"
  " WHERE device.id = ?";

static const char loansOfUser[] =
  "SELECT device.id, device.name, loan.lentAt, loan.comment, lender.name"
  " FROM device INDEXED BY device_by_borrower"
  "  JOIN loan INDEXED BY loan_open ON loan.deviceId = device.id AND loan.returnedAt IS NULL"
  "  LEFT JOIN user AS lender ON lender.id = loan.lenderId"
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

KMUUnit *KMULookUpUnit(NSString *name, KMUAttempt attempt, KMUConnection *connection, NSError **error) {
  KMUStatement *statement = [connection statement:"SELECT id FROM unit WHERE name = ?" error:error];
  [statement bindText:name at:1];
  KMUStep step = statement ? [statement step:error] : KMUFailed;
  int64_t number = [statement integer:0];
  [statement finish];
  if (step == KMUDone) KMURefuse(error, KMUUnknownUnit(attempt, name));
  if (step != KMURow) return nil;
  return [[[KMUUnit alloc] initWithNumber:number name:name] autorelease];
}

NSArray *KMUListDevices(KMUDeviceFilter *filter, int64_t viewer, KMUConnection *connection,
                        NSError **error) {
  KMUStatement *statement = [connection statement:lists[filter.state][filter.unit != nil] error:error];
  if (!statement) return nil;
  int parameters = 0;
  if (filter.state == KMUFilterMine) [statement bindInteger:viewer at:++parameters];
  if (filter.unit) {
    KMUAttempt attempt = {.kind = KMUToList, .subject = filter};
    KMUUnit *unit = KMULookUpUnit(filter.unit, attempt, connection, error);
    if (!unit) return nil;
    [statement bindInteger:unit.number at:++parameters];
  }
  NSMutableArray *devices = [NSMutableArray array];
  KMUStep step;
  while ((step = [statement step:error]) == KMURow) {
    KMUListedDevice *line = newLine(statement, viewer);
    if (filter.state == KMUFilterMine) line.state = KMULentByMe;
    [devices addObject:line];
    [line release];
  }
  [statement finish];
  return step == KMUDone ? devices : nil;
}

// The open loan of the row that a statement stands at; where nobody else is named the borrower lent it.
static KMULoan *openLoan(KMUStatement *statement, NSString *borrower, int lentAt, int comment, int lender) {
  KMULoan *loan = [[[KMULoan alloc] init] autorelease];
  loan.device = [statement integer:0];
  loan.deviceName = [statement text:1];
  loan.borrower = borrower;
  [loan setLentBy:[statement isNull:lender] ? borrower : [statement text:lender]];
  loan.lentAt = [statement integer:lentAt];
  loan.comment = [statement text:comment];
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
    device.loan = openLoan(statement, [statement text:6], 9, 10, 12);
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
    [loans addObject:openLoan(statement, name, 2, 3, 4)];
  }
  [statement finish];
  return step == KMUDone;
}

int64_t KMULookUpUser(NSString *name, KMUConnection *connection, NSError **error) {
  KMUStatement *statement = [connection statement:"SELECT id FROM user WHERE name = ?" error:error];
  [statement bindText:name at:1];
  BOOL isFound = statement && [statement step:error] == KMURow;
  int64_t number = isFound ? [statement integer:0] : 0;
  [statement finish];
  return number;
}
