#import "KMUServer.h"

#import "KMUDeviceCode.h"
#import "KMUDeviceQueries.h"
#import "KMULoan.h"
#import "KMUStore.h"

static const NSUInteger maximumCommentBytes = 4000;

// The rule is in the WHERE clause: no row, no right.
static const char take[] =
  "UPDATE device SET borrowerId = ? WHERE id = ? AND borrowerId IS NULL RETURNING name";
static const char record[] =
  "INSERT INTO loan(deviceId, userId, lentAt, comment, lenderId) VALUES (?, ?, ?, ?, ?)";
static const char release[] =
  "UPDATE device SET borrowerId = NULL WHERE borrowerId = ? AND id = ? RETURNING name";
static const char close[] =
  "UPDATE loan INDEXED BY loan_open SET returnedAt = ? WHERE deviceId = ? AND returnedAt IS NULL"
  " RETURNING lentAt, comment, (SELECT name FROM user WHERE user.id = lenderId)";

@implementation KMUServer (Lending)

// Reads a device's name and its borrower's, to word a refusal with; nil where nobody has it.
static BOOL readHolder(int64_t device, KMUConnection *connection, NSString **name, NSString **borrower,
                       NSError **error) {
  KMUStatement *statement = [connection statement:
    "SELECT device.name, user.name FROM device"
    " LEFT JOIN user ON user.id = device.borrowerId WHERE device.id = ?" error:error];
  [statement bindInteger:device at:1];
  if (!statement || [statement step:error] != KMURow) {
    [statement finish];
    return NO;
  }
  *name = [statement text:0];
  *borrower = [statement isNull:1] ? nil : [statement text:1];
  [statement finish];
  return YES;
}

static NSError *refusalToLend(KMUAttempt attempt, NSString *user, KMUConnection *connection) {
  NSString *name = nil, *borrower = nil;
  NSError *failure = nil;
  readHolder(attempt.device, connection, &name, &borrower, &failure);
  if (failure) return failure;
  if (!borrower) return KMUNoSuchDevice(attempt);
  return KMUErrorWith(KMU_alreadyLent, @"Cannot lend device %@ (%@) to %@: %@ has it%@.",
                      KMUCodeOfDevice(attempt.device), name, user, borrower,
                      [borrower isEqual:user] ? @" already" : @"");
}

static NSError *refusalToTakeBack(KMUAttempt attempt, NSString *user, KMUConnection *connection) {
  NSString *name = nil, *borrower = nil, *code = KMUCodeOfDevice(attempt.device);
  NSError *failure = nil;
  if (!readHolder(attempt.device, connection, &name, &borrower, &failure)) {
    return failure ? failure : KMUNoSuchDevice(attempt);
  }
  if (!borrower) {
    return KMUErrorWith(KMU_notLent, @"Cannot take device %@ (%@) back from %@: it is not lent.", code,
                        name, user);
  }
  return KMUErrorWith(KMU_lentToAnother,
                      @"Cannot take device %@ (%@) back from %@: it is lent to %@, and only the borrower "
                      @"returns a device.", code, name, user, borrower);
}

// Carries out a statement that changes one device, and reads the name that it returns.
static KMUStep change(const char *sql, int64_t user, int64_t device, KMUConnection *connection,
                      NSString **name, NSError **error) {
  KMUStatement *statement = [connection statement:sql error:error];
  if (!statement) return KMUFailed;
  [statement bindInteger:user at:1];
  [statement bindInteger:device at:2];
  KMUStep step = [statement step:error];
  if (step == KMURow) *name = [statement text:0];
  [statement finish];
  return step;
}

// Gives a device to a user, as asked by the holder of a session.
- (KMULoan *)give:(int64_t)device
               to:(NSString *)borrower
          comment:(NSString *)comment
               by:(KMUSession *)holder
               on:(KMUConnection *)connection
            error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToLend, .device = device};
  BOOL isForAnother = ![borrower isEqual:holder.user];
  int64_t number = holder.userNumber;
  if (isForAnother) {
    NSError *failure = nil;
    number = KMULookUpUser(borrower, connection, &failure);
    if (!number) return KMURefuse(error, failure ? failure : KMUNoSuchUser(attempt, borrower));
  }
  NSString *name = nil;
  KMUStep step = change(take, number, device, connection, &name, error);
  if (step == KMUDone) KMURefuse(error, refusalToLend(attempt, borrower, connection));
  if (step != KMURow) return nil;
  KMULoan *loan = [[[KMULoan alloc] init] autorelease];
  loan.device = device;
  loan.deviceName = name;
  loan.borrower = borrower;
  loan.lentBy = holder.user;
  // Asked inside the transaction: whoever lends later is recorded later.
  loan.lentAt = _clock();
  loan.comment = comment;
  KMUStatement *statement = [connection statement:record error:error];
  [statement bindInteger:device at:1];
  [statement bindInteger:number at:2];
  [statement bindInteger:loan.lentAt at:3];
  [statement bindText:comment at:4];
  if (isForAnother) [statement bindInteger:holder.userNumber at:5];
  else [statement bindNullAt:5];
  return [statement run:error] ? loan : nil;
}

- (KMULoan *)lend:(int64_t)device
               to:(NSString *)borrower
          comment:(NSString *)comment
               as:(NSData *)token
            error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToLend, .device = device};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  if (!holder) return nil;
  NSUInteger bytes = [comment lengthOfBytesUsingEncoding:NSUTF8StringEncoding];
  if (bytes > maximumCommentBytes) {
    return KMURefuse(error, KMUFieldTooLong(attempt, @"comment", bytes, maximumCommentBytes));
  }
  KMUConnection *connection = [_store beginWriting:error];
  if (!connection) return nil;
  KMULoan *loan = [self give:device to:borrower ? borrower : holder.user comment:comment by:holder
                          on:connection error:error];
  return [connection endWith:loan error:error];
}

- (KMULoan *)takeBack:(int64_t)device from:(KMUSession *)holder on:(KMUConnection *)connection
                error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToGiveBack, .device = device};
  NSString *name = nil;
  KMUStep step = change(release, holder.userNumber, device, connection, &name, error);
  if (step == KMUDone) KMURefuse(error, refusalToTakeBack(attempt, holder.user, connection));
  if (step != KMURow) return nil;
  int64_t now = _clock();
  KMUStatement *statement = [connection statement:close error:error];
  if (!statement) return nil;
  [statement bindInteger:now at:1];
  [statement bindInteger:device at:2];
  KMULoan *loan = nil;
  step = [statement step:error];
  if (step == KMURow) {
    loan = [[[KMULoan alloc] init] autorelease];
    loan.device = device;
    loan.deviceName = name;
    loan.borrower = holder.user;
    [loan setLentBy:[statement isNull:2] ? holder.user : [statement text:2]];
    loan.lentAt = [statement integer:0];
    loan.returnedAt = now;
    loan.isReturned = YES;
    loan.comment = [statement text:1];
  } else if (step == KMUDone) {
    // The two tables disagree, which no call of ours brings about.
    KMURefuse(error, KMUErrorWith(KMU_storeDamaged,
                                  @"Cannot use the inventory %@: the file is damaged or no database "
                                  @"(device %@ is lent without a loan).", _store.path,
                                  KMUCodeOfDevice(device)));
  }
  [statement finish];
  return loan;
}

- (KMULoan *)giveBack:(int64_t)device as:(NSData *)token error:(NSError **)error {
  KMUAttempt attempt = {.kind = KMUToGiveBack, .device = device};
  KMUSession *holder = [self holderOf:token for:attempt error:error];
  KMUConnection *connection = holder ? [_store beginWriting:error] : nil;
  if (!connection) return nil;
  KMULoan *loan = [self takeBack:device from:holder on:connection error:error];
  return [connection endWith:loan error:error];
}

@end
