#import <Foundation/Foundation.h>

// The data that a user enters to connect, and that the keychain keeps.
@interface KMULogin : NSObject <NSCopying>
{
  NSString *_user, *_password, *_server, *_unit;
}
@property (nonatomic, copy) NSString *user, *server, *unit;
// In clear: never log or print it.
@property (nonatomic, copy) NSString *password;

// The login of its fields, or nil for other than four.
+ (instancetype)loginWithFields:(NSArray *)fields;
// User, password, server and unit.
- (NSArray *)fields;
@end
