#import <Foundation/Foundation.h>

#include <sqlite3.h>

// What a step of a statement led to.
typedef enum { KMURow, KMUDone, KMUFailed } KMUStep;

// A prepared statement, kept by its connection and used again and again. Its user ends each use by
// `finish`, or lets `run:` do it.
@interface KMUStatement : NSObject
{
  sqlite3_stmt *_handle;
  int _bound;
}
// Compiles the text; nil and an error where SQLite refuses it.
- (instancetype)initWithSQL:(const char *)sql database:(sqlite3 *)database error:(NSError **)error;

// Parameters are counted from 1. SQLite copies what is bound; what it refuses shows at the next step.
- (void)bindInteger:(int64_t)number at:(int)index;
- (void)bindNullAt:(int)index;
- (void)bindText:(NSString *)text at:(int)index;
- (void)bindBytes:(NSData *)bytes at:(int)index;

// Goes to the next row.
- (KMUStep)step:(NSError **)error;
// Steps to the end, then `finish`: for a statement whose rows nobody wants.
- (BOOL)run:(NSError **)error;
// Lets go of locks and of the row; the parameters stay.
- (void)finish;

// Columns are counted from 0. NULL reads as 0 and as empty text.
- (int64_t)integer:(int)column;
- (BOOL)isNull:(int)column;
// The text of a column, which the caller owns: a list of thousands goes without a pool.
- (NSString *)newText:(int)column;
- (NSString *)text:(int)column;
- (NSData *)bytes:(int)column;
@end

// The error of the last call on a database, by what SQLite says of it.
NSError *KMUStoreFailure(sqlite3 *database);
