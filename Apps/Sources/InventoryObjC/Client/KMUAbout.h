#import <Foundation/Foundation.h>

// The content of the app's About page.
@interface KMUAbout : NSObject
{
  NSString *_name, *_version, *_purpose;
  NSArray *_libraries;
}
@property (nonatomic, readonly) NSString *name, *version, *purpose;
// The libraries it is built with, in alphabetical order.
@property (nonatomic, readonly) NSArray *libraries;

// This version of the app.
+ (instancetype)inventory;
@end
