#import <Foundation/Foundation.h>

@class KMULogin, KMUPrivateFile;

// Keeps logins encrypted on the user's machine, one for each server.
//
// The files are those of the app in Swift, so either app reads what the other has kept: the key, `PATH.key`,
// and at `PATH` eight bytes "KMUKEYS1", a 16-byte mark of the key, then for each server a length of four
// bytes (lowest first) and a secret box (XSalsa20-Poly1305, nonce first). A change writes the whole file
// anew and renames it, so it is never half written.
@interface KMUKeychain : NSObject
{
  KMUPrivateFile *_file, *_keyFile;
}
// The keychain at a path; the files are created by the first `keep:`.
- (instancetype)initWithPath:(NSString *)path;

// The login kept for a server; nil and an error for none, or where the files can't be used.
- (KMULogin *)loginOf:(NSString *)server error:(NSError **)error;
// Keeps a login in place of the one for the same server. It is on the disk when this returns.
- (BOOL)keep:(KMULogin *)login error:(NSError **)error;
// Forgets the login for a server, if there is one.
- (BOOL)forget:(NSString *)server error:(NSError **)error;
@end
