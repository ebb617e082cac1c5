#import "KMUSessionRegistry.h"

@implementation KMUSessionRegistry

- (instancetype)init {
  self = [super init];
  if (!self) return nil;
  _sessions = [[NSMutableDictionary alloc] init];
  _lock = [[NSLock alloc] init];
  return self;
}

- (void)dealloc {
  [_sessions release];
  [_lock release];
  [super dealloc];
}

- (void)add:(KMUSession *)session at:(int64_t)now {
  [_lock lock];
  for (NSData *token in [_sessions allKeys]) {
    KMUSession *old = [_sessions objectForKey:token];
    if (old.expires <= now) [_sessions removeObjectForKey:token];
  }
  [_sessions setObject:session forKey:session.token];
  [_lock unlock];
}

- (KMUSession *)sessionOf:(NSData *)token
                      for:(KMUAttempt)attempt
                       at:(int64_t)now
                    error:(NSError **)error {
  [_lock lock];
  // Another thread may end it meanwhile.
  KMUSession *session = [[[_sessions objectForKey:token] retain] autorelease];
  [_lock unlock];
  if (!session) return KMURefuse(error, KMUSessionUnknown(attempt));
  if (now >= session.expires) return KMURefuse(error, KMUSessionExpired(attempt, session.user));
  return session;
}

- (void)end:(NSData *)token {
  [_lock lock];
  [_sessions removeObjectForKey:token];
  [_lock unlock];
}

@end
