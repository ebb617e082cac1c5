#import <Foundation/Foundation.h>

@class KMUPrivateFile;

// What the app remembers of the session before: the server that was connected with last. Its login is in
// the keychain.
@interface KMUSettings : NSObject
{
  KMUPrivateFile *_file;
}
// The settings at a path.
- (instancetype)initWithPath:(NSString *)path;

// The address of the server connected with last: nil before the first time, with an error only where the
// file can't be read.
- (NSString *)lastServer:(NSError **)error;
// Remembers the address. It is on the disk when this returns.
- (BOOL)keepLastServer:(NSString *)address error:(NSError **)error;
@end
