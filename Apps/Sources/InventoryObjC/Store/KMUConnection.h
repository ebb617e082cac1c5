#import <Foundation/Foundation.h>

#import "KMUStatement.h"

// One connection to the store's file, for one user at a time, with the settings of the app in Swift:
// foreign keys are enforced, a lock is waited for five seconds, the page cache has at most 32 MiB.
@interface KMUConnection : NSObject
{
  sqlite3 *_database;
  NSLock *_lock;
  NSMapTable *_statements;
}
// The id of the row that was inserted last.
@property (nonatomic, readonly) int64_t lastInsertedRow;

// Opens the file, and creates it where it may be written.
- (instancetype)initWithPath:(NSString *)path readOnly:(BOOL)readOnly error:(NSError **)error;

// Begins a transaction, once nobody else in this process uses the connection; NO and an error where it
// can't. One that writes locks the file at once, one that reads sees one snapshot.
- (BOOL)beginWriting:(BOOL)writes error:(NSError **)error;
// Ends the transaction: commits where it led to something, else rolls back. Returns what it led to, or
// nil and an error where that could not be committed.
- (id)endWith:(id)result error:(NSError **)error;

// The statement of this text, compiled when it is asked for first. Texts are constants of the program:
// they are told apart by their address.
- (KMUStatement *)statement:(const char *)sql error:(NSError **)error;
// Carries out statements that are needed once.
- (BOOL)execute:(const char *)sql error:(NSError **)error;
// The only number of the only row that a statement leads to.
- (BOOL)readInteger:(int64_t *)number of:(const char *)sql error:(NSError **)error;
// Moves all of the log into the main file, and lets go of the pages in memory.
- (BOOL)settle:(NSError **)error;
@end
