#import "KMUKeychain.h"

#import "KMUError.h"
#import "KMULogin.h"
#import "KMUPrivateFile.h"

#include <sodium.h>
#include <string.h>
#include <unistd.h>

enum {
  MAGIC = 8, MARK = 16, KEY = crypto_secretbox_KEYBYTES, NONCE = crypto_secretbox_NONCEBYTES,
  BOX = crypto_secretbox_MACBYTES,
};

static const char magic[] = "KMUKEYS1";

// A text's length in four bytes, lowest first.
static void appendLength(NSMutableData *bytes, NSUInteger length) {
  uint32_t little = NSSwapHostIntToLittle((unsigned)length);
  [bytes appendBytes:&little length:4];
}

// Takes a length and as many bytes from the front; nil, and nothing taken, where there are fewer.
static NSData *takeField(NSData *bytes, NSUInteger *at) {
  if ([bytes length] - *at < 4) return nil;
  uint32_t little;
  [bytes getBytes:&little range:NSMakeRange(*at, 4)];
  NSUInteger length = NSSwapLittleIntToHost(little);
  if ([bytes length] - *at - 4 < length) return nil;
  NSData *field = [bytes subdataWithRange:NSMakeRange(*at + 4, length)];
  *at += 4 + length;
  return field;
}

// Nonce, then the box.
static NSData *sealed(KMULogin *login, NSData *key) {
  NSMutableData *message = [NSMutableData data];
  for (NSString *field in [login fields]) {
    NSData *text = [field dataUsingEncoding:NSUTF8StringEncoding];
    appendLength(message, [text length]);
    [message appendData:text];
  }
  NSMutableData *box = [NSMutableData dataWithLength:NONCE + BOX + [message length]];
  unsigned char *nonce = [box mutableBytes];
  randombytes_buf(nonce, NONCE);
  crypto_secretbox_easy(nonce + NONCE, [message bytes], [message length], nonce, [key bytes]);
  return box;
}

// Returns the login that was sealed, or nil where a bit of it has changed.
static KMULogin *opened(NSData *box, NSData *key) {
  if ([box length] < NONCE + BOX) return nil;
  const unsigned char *nonce = [box bytes];
  NSMutableData *message = [NSMutableData dataWithLength:[box length] - NONCE - BOX];
  if (crypto_secretbox_open_easy([message mutableBytes], nonce + NONCE, [box length] - NONCE, nonce,
                                 [key bytes]) != 0) {
    return nil;
  }
  NSMutableArray *fields = [NSMutableArray array];
  NSUInteger at = 0;
  for (NSData *field; (field = takeField(message, &at));) {
    NSString *text = [[[NSString alloc] initWithData:field encoding:NSUTF8StringEncoding] autorelease];
    if (!text) return nil;
    [fields addObject:text];
  }
  return at == [message length] ? [KMULogin loginWithFields:fields] : nil;
}

@implementation KMUKeychain

- (instancetype)initWithPath:(NSString *)path {
  self = [super init];
  if (!self) return nil;
  _file = [[KMUPrivateFile alloc] initWithPath:path kind:@"keychain file" code:KMU_file];
  _keyFile = [[KMUPrivateFile alloc] initWithPath:[path stringByAppendingString:@".key"]
                                             kind:@"keychain file" code:KMU_file];
  return self;
}

- (void)dealloc {
  [_file release];
  [_keyFile release];
  [super dealloc];
}

static id damaged(NSString *path, NSString *reason, NSError **error) {
  return KMURefuse(error, KMUErrorWith(KMU_damaged,
                                       @"Cannot use the keychain file %@: it is damaged, %@.", path,
                                       reason));
}

- (NSData *)key:(NSError **)error {
  NSData *key = [_keyFile read:error];
  if (!key || [key length] == KEY) return key;
  return damaged(_keyFile.path,
                 [NSString stringWithFormat:@"a key of %lu bytes, not %d", (unsigned long)[key length],
                                            (int)KEY], error);
}

// The key, which is created where neither it nor a keychain is there: a keychain without its key must not
// be given a fresh one, which would never open it.
- (NSData *)keyToKeepWith:(NSError **)error {
  if (!_file.exists && !_keyFile.exists) {
    NSMutableData *fresh = [NSMutableData dataWithLength:KEY];
    randombytes_buf([fresh mutableBytes], KEY);
    BOOL isCreated = [_keyFile createWith:fresh error:error];
    sodium_memzero([fresh mutableBytes], KEY);
    if (!isCreated) return nil;
  }
  return [self key:error];
}

// A digest of the key that tells it from other keys without giving it away.
static NSData *markOf(NSData *key) {
  NSMutableData *mark = [NSMutableData dataWithLength:MARK];
  crypto_generichash([mark mutableBytes], MARK, [key bytes], [key length], NULL, 0);
  return mark;
}

// All logins, by server name; none where there is no keychain yet.
- (NSMutableDictionary *)loginsWith:(NSData *)key error:(NSError **)error {
  NSMutableDictionary *logins = [NSMutableDictionary dictionary];
  if (!_file.exists) return logins;
  NSData *bytes = [_file read:error];
  if (!bytes) return nil;
  if ([bytes length] < MAGIC || memcmp([bytes bytes], magic, MAGIC) != 0) {
    return damaged(_file.path, @"it does not begin like a keychain", error);
  }
  if ([bytes length] < MAGIC + MARK) return damaged(_file.path, @"it is cut off", error);
  if (![[bytes subdataWithRange:NSMakeRange(MAGIC, MARK)] isEqual:markOf(key)]) {
    return KMURefuse(error, KMUErrorWith(KMU_wrongKey,
                                         @"Cannot open the keychain file %@: it was closed with another "
                                         @"key than %@.", _file.path, _keyFile.path));
  }
  NSUInteger at = MAGIC + MARK;
  while (at < [bytes length]) {
    NSData *box = takeField(bytes, &at);
    if (!box) return damaged(_file.path, @"it is cut off", error);
    KMULogin *login = opened(box, key);
    if (!login) {
      return damaged(_file.path,
                     [NSString stringWithFormat:@"box %lu does not open",
                                                (unsigned long)[logins count] + 1], error);
    }
    [logins setObject:login forKey:login.server];
  }
  return logins;
}

- (KMULogin *)loginOf:(NSString *)server error:(NSError **)error {
  NSDictionary *logins = [NSDictionary dictionary];
  if (_file.exists) {
    NSData *key = [self key:error];
    logins = key ? [self loginsWith:key error:error] : nil;
    if (!logins) return nil;
  }
  KMULogin *login = [logins objectForKey:server];
  if (login) return login;
  return KMURefuse(error, KMUErrorWith(KMU_noLoginKept,
                                       @"Cannot connect to %@: the keychain has no login for it.",
                                       server));
}

- (BOOL)write:(NSDictionary *)logins with:(NSData *)key error:(NSError **)error {
  NSMutableData *bytes = [NSMutableData dataWithBytes:magic length:MAGIC];
  [bytes appendData:markOf(key)];
  for (NSString *server in [[logins allKeys] sortedArrayUsingSelector:@selector(compare:)]) {
    NSData *box = sealed([logins objectForKey:server], key);
    appendLength(bytes, [box length]);
    [bytes appendData:box];
  }
  return [_file replaceWith:bytes error:error];
}

// Changes what is kept while no other process does: a login takes the place of that of the same server,
// nil takes it away.
- (BOOL)set:(KMULogin *)login of:(NSString *)server with:(NSData *)key error:(NSError **)error {
  int lock = key ? [_keyFile lock:error] : -1;
  if (lock < 0) return NO;
  NSMutableDictionary *logins = [self loginsWith:key error:error];
  if (login) [logins setObject:login forKey:server];
  else [logins removeObjectForKey:server];
  BOOL isKept = logins && [self write:logins with:key error:error];
  close(lock);
  return isKept;
}

- (BOOL)keep:(KMULogin *)login error:(NSError **)error {
  return [self set:login of:login.server with:[self keyToKeepWith:error] error:error];
}

- (BOOL)forget:(NSString *)server error:(NSError **)error {
  return !_file.exists || [self set:nil of:server with:[self key:error] error:error];
}

@end
