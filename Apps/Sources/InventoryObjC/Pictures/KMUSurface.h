#import <Foundation/Foundation.h>

#include <cairo.h>

// An image surface of cairo, destroyed with its last owner.
@interface KMUSurface : NSObject
{
  cairo_surface_t *_handle;
  int _width, _height;
}
// Pixels across and down.
@property (nonatomic, readonly) int width, height;

// A transparent surface; nil and an error where cairo has no memory or a side is too long.
- (instancetype)initWithWidth:(int)width height:(int)height error:(NSError **)error;
// Decodes a PNG; nil and an error for what is none, or one with a side above 8,192 pixels.
- (instancetype)initWithPNG:(NSData *)png error:(NSError **)error;

// A copy of another size, filtered so that fine patterns do not flicker.
- (KMUSurface *)scaledToWidth:(int)width height:(int)height error:(NSError **)error;
// Fills a rectangle around the centre, whose sides are a share of the surface's, with a colour.
- (void)fillShare:(double)share red:(double)red green:(double)green blue:(double)blue;
// Encodes the surface as a PNG.
- (NSData *)png:(NSError **)error;
@end
