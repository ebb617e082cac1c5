#import <Foundation/Foundation.h>

// The data that a user enters to connect, and that the keychain keeps.
@interface KMULogin : NSObject <NSCopying>
{
  NSString *_user, *_password, *_server, *_unit;
}
@property (nonatomic, copy) NSString *user, *server;
// The name of the unit whose devices are to be shown; nil for the devices of all units.
@property (nonatomic, copy) NSString *unit;
// In clear: never log or print it.
@property (nonatomic, copy) NSString *password;

// The login of its fields, or nil for other than four.
+ (instancetype)loginWithFields:(NSArray *)fields;
// User, password, server and unit, which is empty for all.
- (NSArray *)fields;
// Refuses a form that is not filled in, before anybody is asked.
- (BOOL)check:(NSError **)error;
@end
