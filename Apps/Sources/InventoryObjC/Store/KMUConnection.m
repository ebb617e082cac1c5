#import "KMUConnection.h"

#import "KMUError.h"

static const char beginReading[] = "BEGIN DEFERRED TRANSACTION";
static const char beginWriting[] = "BEGIN IMMEDIATE TRANSACTION";
static const char commit[] = "COMMIT TRANSACTION";
static const char rollback[] = "ROLLBACK TRANSACTION";

@implementation KMUConnection

- (instancetype)initWithPath:(NSString *)path readOnly:(BOOL)readOnly error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  _lock = [[NSLock alloc] init];
  _statements = NSCreateMapTable(NSNonOwnedPointerMapKeyCallBacks, NSObjectMapValueCallBacks, 32);
  int access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // The lock does what SQLite's own would.
  int code = sqlite3_open_v2([path fileSystemRepresentation], &_database,
                             access | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) {
    NSString *reason = [NSString stringWithUTF8String:sqlite3_errmsg(_database)];
    KMURefuse(error, KMUErrorWith(KMU_storeNotOpened, @"Cannot open the inventory %@: %@.", path, reason));
    [self release];
    return nil;
  }
  sqlite3_busy_timeout(_database, 5000);
  if ([self execute:"PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768" error:error]) return self;
  [self release];
  return nil;
}

- (void)dealloc {
  // Statements are finalised before the connection is closed.
  if (_statements) NSFreeMapTable(_statements);
  sqlite3_close(_database);
  [_lock release];
  [super dealloc];
}

- (int64_t)lastInsertedRow { return sqlite3_last_insert_rowid(_database); }

- (KMUStatement *)statement:(const char *)sql error:(NSError **)error {
  KMUStatement *statement = NSMapGet(_statements, sql);
  if (statement) return statement;
  statement = [[KMUStatement alloc] initWithSQL:sql database:_database error:error];
  if (statement) NSMapInsert(_statements, sql, statement);
  return [statement autorelease];
}

- (BOOL)execute:(const char *)sql error:(NSError **)error {
  if (sqlite3_exec(_database, sql, NULL, NULL, NULL) == SQLITE_OK) return YES;
  KMURefuse(error, KMUStoreFailure(_database));
  return NO;
}

- (BOOL)readInteger:(int64_t *)number of:(const char *)sql error:(NSError **)error {
  KMUStatement *statement = [self statement:sql error:error];
  if (!statement || [statement step:error] != KMURow) return NO;
  *number = [statement integer:0];
  [statement finish];
  return YES;
}

- (BOOL)beginWriting:(BOOL)writes error:(NSError **)error {
  [_lock lock];
  if ([[self statement:writes ? beginWriting : beginReading error:error] run:error]) return YES;
  [_lock unlock];
  return NO;
}

- (id)endWith:(id)result error:(NSError **)error {
  if (result && ![[self statement:commit error:error] run:error]) result = nil;
  // SQLite has rolled back by itself after some failures, such as a full disk.
  if (!result && !sqlite3_get_autocommit(_database)) [[self statement:rollback error:NULL] run:NULL];
  [_lock unlock];
  return result;
}

- (BOOL)settle:(NSError **)error {
  if (![self execute:"PRAGMA wal_checkpoint(TRUNCATE)" error:error]) return NO;
  sqlite3_db_release_memory(_database);
  return YES;
}

@end
