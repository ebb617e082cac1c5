#import "KMUStore.h"

#import "KMUError.h"

// "KMUI": marks the file as an inventory, so that no other application's is taken for one.
enum { APPLICATION = 0x4b4d5549, VERSION = 1 };

static const char schema[] =
  "BEGIN IMMEDIATE;"
  "PRAGMA application_id = 0x4b4d5549;"
  "PRAGMA user_version = 1;"
  "CREATE TABLE unit ("
  "  id INTEGER PRIMARY KEY,"
  "  name TEXT NOT NULL UNIQUE"
  ") STRICT;"
  "CREATE TABLE user ("
  "  id INTEGER PRIMARY KEY,"
  "  name TEXT NOT NULL UNIQUE,"
  "  passwordHash TEXT NOT NULL,"
  "  unitId INTEGER NOT NULL REFERENCES unit(id)"
  ") STRICT;"
  "CREATE TABLE device ("
  "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
  "  name TEXT NOT NULL,"
  "  location TEXT NOT NULL,"
  "  serialNumber TEXT NOT NULL UNIQUE,"
  "  unitId INTEGER NOT NULL REFERENCES unit(id),"
  "  borrowerId INTEGER REFERENCES user(id),"
  "  description TEXT NOT NULL"
  ") STRICT;"
  "CREATE INDEX device_by_name ON device(name);"
  "CREATE INDEX device_by_unit ON device(unitId, name);"
  "CREATE INDEX device_by_borrower ON device(borrowerId, name);"
  "CREATE INDEX device_lent ON device(name) WHERE borrowerId IS NOT NULL;"
  "CREATE TABLE loan ("
  "  id INTEGER PRIMARY KEY,"
  "  deviceId INTEGER NOT NULL REFERENCES device(id),"
  "  userId INTEGER NOT NULL REFERENCES user(id),"
  "  lentAt INTEGER NOT NULL,"
  "  returnedAt INTEGER,"
  "  comment TEXT NOT NULL,"
  // NULL: the borrower has lent it to himself.
  "  lenderId INTEGER REFERENCES user(id)"
  ") STRICT;"
  "CREATE UNIQUE INDEX loan_open ON loan(deviceId) WHERE returnedAt IS NULL;"
  "CREATE TABLE picture ("
  "  deviceId INTEGER PRIMARY KEY REFERENCES device(id),"
  "  width INTEGER NOT NULL,"
  "  height INTEGER NOT NULL,"
  "  png BLOB NOT NULL"
  ") STRICT;"
  "COMMIT";

@implementation KMUStore

@synthesize path = _path;

// Refuses what is of others or newer before anything is written; creates what is empty.
static BOOL setUp(KMUConnection *connection, NSString *path, NSError **error) {
  int64_t mark, version, tables;
  if (![connection readInteger:&mark of:"PRAGMA application_id" error:error]
      || ![connection readInteger:&version of:"PRAGMA user_version" error:error]
      || ![connection readInteger:&tables of:"SELECT count(*) FROM sqlite_schema" error:error]) {
    return NO;
  }
  BOOL isEmpty = mark == 0 && tables == 0;
  if (!isEmpty && (mark != APPLICATION || version == 0)) {
    KMURefuse(error, KMUErrorWith(KMU_storeForeign,
                                  @"Cannot open the inventory %@: it is a database of another "
                                  @"application.", path));
    return NO;
  }
  if (version > VERSION) {
    KMURefuse(error, KMUErrorWith(KMU_storeNewer,
                                  @"Cannot open the inventory %@: a newer version of the app has "
                                  @"changed it (%lld).", path, (long long)version));
    return NO;
  }
  // Lists are read while devices are lent, and every commit waits for the disk.
  return [connection execute:"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL" error:error]
    && (!isEmpty || [connection execute:schema error:error]);
}

- (instancetype)initWithPath:(NSString *)path error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  _path = [path copy];
  _writer = [[KMUConnection alloc] initWithPath:path readOnly:NO error:error];
  if (_writer && setUp(_writer, path, error)) {
    _reader = [[KMUConnection alloc] initWithPath:path readOnly:YES error:error];
  }
  if (_reader) return self;
  [self release];
  return nil;
}

- (void)dealloc {
  [_path release];
  [_reader release];
  [_writer release];
  [super dealloc];
}

- (KMUConnection *)beginReading:(NSError **)error {
  return [_reader beginWriting:NO error:error] ? _reader : nil;
}

- (KMUConnection *)beginWriting:(NSError **)error {
  return [_writer beginWriting:YES error:error] ? _writer : nil;
}

- (BOOL)settle:(NSError **)error { return [_writer settle:error]; }

@end
