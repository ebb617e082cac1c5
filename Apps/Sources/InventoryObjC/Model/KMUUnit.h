#import <Foundation/Foundation.h>

// A part of the organisation that owns devices and to which each user belongs.
@interface KMUUnit : NSObject
{
  int64_t _number;
  NSString *_name;
}
@property (nonatomic, readonly) int64_t number;
// Unique in the inventory, such as "IT".
@property (nonatomic, readonly) NSString *name;

- (instancetype)initWithNumber:(int64_t)number name:(NSString *)name;
@end
