#import <Foundation/Foundation.h>

// Argon2id with OWASP's minimum: 19 MiB, 2 iterations. Making and checking a hash takes some 20 ms and
// 19 MiB, by design.
typedef enum { KMUMatches, KMUDiffers, KMUNotHashed } KMUPasswordMatch;

// Holds a password against a hash as libsodium words it. Without a hash one is made all the same, so that
// time does not tell which users exist. Not hashed, and an error, where memory runs out.
KMUPasswordMatch KMUMatchPassword(NSString *password, NSString *hash, NSError **error);
