#import <Foundation/Foundation.h>

#import "KMUError.h"
#import "KMUSession.h"

// The sessions a server has issued and that have neither ended nor expired. They live in memory: who
// restarts the server asks its users to connect again, and no token is ever written to disk.
@interface KMUSessionRegistry : NSObject
{
  NSMutableDictionary *_sessions;
  NSLock *_lock;
}
// Adds a session, and drops those that have expired, so that the table stays bounded.
- (void)add:(KMUSession *)session at:(int64_t)now;
// The session of a token; nil and the reason why an attempt is refused.
- (KMUSession *)sessionOf:(NSData *)token
                      for:(KMUAttempt)attempt
                       at:(int64_t)now
                    error:(NSError **)error;
// Forgets a token; one that is not known is as good as forgotten.
- (void)end:(NSData *)token;
@end
