#import <Foundation/Foundation.h>

#import "KMUError.h"

// A file that its owner alone may read: mode 0600, written whole or not at all. Calls return nil or NO
// and an error where the system refuses.
@interface KMUPrivateFile : NSObject
{
  NSString *_path, *_kind;
  KMUErrorCode _code;
}
@property (nonatomic, readonly) NSString *path;
// A Boolean value that says whether there is something at the path.
@property (nonatomic, readonly) BOOL exists;

// The file at a path; its errors have a code, and call it what it is to its reader: "keychain file".
- (instancetype)initWithPath:(NSString *)path kind:(NSString *)kind code:(KMUErrorCode)code;

// Reads the file, of at most 1 MiB.
- (NSData *)read:(NSError **)error;
// Replaces the file in one step: a reader, or a crash, meets the old bytes or the new ones.
- (BOOL)replaceWith:(NSData *)bytes error:(NSError **)error;
// Creates the file in one step; one that is there already is left as it is.
- (BOOL)createWith:(NSData *)bytes error:(NSError **)error;
// Waits until no other process has the file's lock. Returns a descriptor, which gives it back when it is
// closed, or -1.
- (int)lock:(NSError **)error;
@end
