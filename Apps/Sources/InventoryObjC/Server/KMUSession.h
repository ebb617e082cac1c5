#import <Foundation/Foundation.h>

@class KMUUnit;

// A user's connection to a server, until it ends or expires.
@interface KMUSession : NSObject
{
  NSData *_token;
  int64_t _userNumber, _expires;
  NSString *_user;
  KMUUnit *_unit, *_shown;
}
// To be shown with every call: 256 random bits that can not be guessed.
@property (nonatomic, readonly) NSData *token;
@property (nonatomic, readonly) int64_t userNumber;
@property (nonatomic, readonly) NSString *user;
// The unit the user belongs to; devices the user adds belong to it.
@property (nonatomic, readonly) KMUUnit *unit;
// The unit whose devices the user has chosen to see; nil for all.
@property (nonatomic, readonly) KMUUnit *shown;
// From this moment on the server refuses the token; in milliseconds since 1970.
@property (nonatomic, readonly) int64_t expires;

// A session with a fresh token.
- (instancetype)initWithUser:(NSString *)user
                      number:(int64_t)number
                        unit:(KMUUnit *)unit
                       shown:(KMUUnit *)shown
                     expires:(int64_t)expires;
@end
