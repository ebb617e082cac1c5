#import <Foundation/Foundation.h>

// A PNG as somebody sees it who looks at it, as the driver in Swift has it: its sides, and the mean colour of
// each field of a grid.
@interface KMULookedAtPicture : NSObject
{
  int _width, _height;
  NSMutableArray *_means;
}
// Its sides, such as `320x240`, in pixels.
@property (nonatomic, readonly) NSString *size;

// nil for bytes that are no PNG.
- (instancetype)initWithPNG:(NSData *)png;
// Whether it shows the same, in whichever size.
- (BOOL)isLike:(KMULookedAtPicture *)other;
@end
