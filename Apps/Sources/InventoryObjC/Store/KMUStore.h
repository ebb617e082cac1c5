#import <Foundation/Foundation.h>

#import "KMUConnection.h"

// The durable store of an inventory: a connection that writes and one that reads, so that lists are read
// while devices are lent. The schema is that of the app in Swift, and so are all statements.
@interface KMUStore : NSObject
{
  NSString *_path;
  KMUConnection *_writer;
  KMUConnection *_reader;
}
// The SQLite file.
@property (nonatomic, readonly) NSString *path;

// Opens the store, and creates it as need be. A file that is refused is left as it was.
- (instancetype)initWithPath:(NSString *)path error:(NSError **)error;

// Begins a transaction, and returns the connection for it; its `endWith:error:` ends it.
- (KMUConnection *)beginReading:(NSError **)error;
- (KMUConnection *)beginWriting:(NSError **)error;

// Leaves the store as one that was opened a while ago: all in the main file, no page in memory.
- (BOOL)settle:(NSError **)error;
@end
