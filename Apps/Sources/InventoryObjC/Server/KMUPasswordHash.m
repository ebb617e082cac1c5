#import "KMUPasswordHash.h"

#import "KMUError.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

static KMUPasswordMatch failed(NSString *operation, NSError **error) {
  KMURefuse(error, KMUErrorWith(KMU_cryptographyFailed,
                                @"Cannot %@: libsodium failed, most likely for want of memory.",
                                operation));
  return KMUNotHashed;
}

KMUPasswordMatch KMUMatchPassword(NSString *password, NSString *hash, NSError **error) {
  const char *characters = [password UTF8String];
  if (!hash) {
    char made[crypto_pwhash_STRBYTES];
    int status = crypto_pwhash_str_alg(made, characters, strlen(characters), 2, 19456 * 1024,
                                       crypto_pwhash_ALG_ARGON2ID13);
    return status == 0 ? KMUDiffers : failed(@"hash a password", error);
  }
  errno = 0;
  if (crypto_pwhash_str_verify([hash UTF8String], characters, strlen(characters)) == 0) {
    return KMUMatches;
  }
  // libsodium sets EINVAL for another password, and not for want of memory.
  return errno == EINVAL ? KMUDiffers : failed(@"check a password", error);
}
