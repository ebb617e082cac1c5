#import <Foundation/Foundation.h>

// A picture of grey pixels, row by row from the top left, one byte each: 0 black, 255 white; what a
// camera's preview delivers (the luminance plane, "Y800"), and what zbar reads.
@interface KMUGreyImage : NSObject
{
  int _width, _height;
  unsigned char *_pixels;
}
// Pixels across and down, at least 1.
@property (nonatomic, readonly) int width, height;
// width * height bytes.
@property (nonatomic, readonly) unsigned char *pixels;

// An image of one grey.
- (instancetype)initWithWidth:(int)width height:(int)height grey:(unsigned char)grey;
@end
