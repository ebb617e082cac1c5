#import "KMUStatement.h"

#import "KMUError.h"

#include <string.h>

NSError *KMUStoreFailure(sqlite3 *database) {
  const char *name = database ? sqlite3_db_filename(database, "main") : NULL;
  NSString *path = [NSString stringWithUTF8String:name ? name : ""];
  NSString *reason = [NSString stringWithUTF8String:sqlite3_errmsg(database)];
  switch (sqlite3_errcode(database)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return KMUErrorWith(KMU_storeBusy,
                          @"Cannot use the inventory %@: another program keeps it locked.", path);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return KMUErrorWith(KMU_storeDamaged,
                          @"Cannot use the inventory %@: the file is damaged or no database (%@).",
                          path, reason);
    default:
      return KMUErrorWith(KMU_storeFailed, @"Cannot use the inventory %@: %@.", path, reason);
  }
}

@implementation KMUStatement

- (instancetype)initWithSQL:(const char *)sql database:(sqlite3 *)database error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  int code = sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &_handle, NULL);
  if (code == SQLITE_OK) return self;
  KMURefuse(error, KMUStoreFailure(database));
  [self release];
  return nil;
}

- (void)dealloc {
  sqlite3_finalize(_handle);
  [super dealloc];
}

static inline void note(KMUStatement *statement, int code) {
  if (code != SQLITE_OK) statement->_bound = code;
}

- (void)bindInteger:(int64_t)number at:(int)index {
  note(self, sqlite3_bind_int64(_handle, index, number));
}

- (void)bindNullAt:(int)index { note(self, sqlite3_bind_null(_handle, index)); }

- (void)bindText:(NSString *)text at:(int)index {
  note(self, sqlite3_bind_text(_handle, index, [text UTF8String], -1, SQLITE_TRANSIENT));
}

- (void)bindBytes:(NSData *)bytes at:(int)index {
  note(self, sqlite3_bind_blob64(_handle, index, [bytes bytes], [bytes length], SQLITE_TRANSIENT));
}

- (KMUStep)step:(NSError **)error {
  int code = _bound == SQLITE_OK ? sqlite3_step(_handle) : _bound;
  if (code == SQLITE_ROW) return KMURow;
  if (code == SQLITE_DONE) return KMUDone;
  KMURefuse(error, KMUStoreFailure(sqlite3_db_handle(_handle)));
  [self finish];
  return KMUFailed;
}

- (BOOL)run:(NSError **)error {
  KMUStep step;
  do step = [self step:error];
  while (step == KMURow);
  [self finish];
  return step == KMUDone;
}

- (void)finish {
  sqlite3_reset(_handle);
  _bound = SQLITE_OK;
}

- (int64_t)integer:(int)column { return sqlite3_column_int64(_handle, column); }

- (BOOL)isNull:(int)column { return sqlite3_column_type(_handle, column) == SQLITE_NULL; }

- (NSString *)newText:(int)column {
  const unsigned char *text = sqlite3_column_text(_handle, column);
  if (!text) return [[NSString alloc] init];
  return [[NSString alloc] initWithBytes:text
                                  length:(NSUInteger)sqlite3_column_bytes(_handle, column)
                                encoding:NSUTF8StringEncoding];
}

- (NSString *)text:(int)column { return [[self newText:column] autorelease]; }

- (NSData *)bytes:(int)column {
  const void *bytes = sqlite3_column_blob(_handle, column);
  return [NSData dataWithBytes:bytes length:(NSUInteger)sqlite3_column_bytes(_handle, column)];
}

@end
