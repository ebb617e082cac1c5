#import <Foundation/Foundation.h>

// A picture of grey pixels, row by row from the top left, one byte each: 0 black, 255 white; what a
// camera's preview delivers (the luminance plane, "Y800"), and what zbar reads.
// The rectangle on the screen into which the user holds a code: a square in the middle of a frame, two
// thirds of its shorter side wide. Codes outside of it don't count.
typedef struct {
  int left, top, side;
} KMUScanRectangle;

static inline KMUScanRectangle KMUScanRectangleOf(int width, int height) {
  int side = (width < height ? width : height) * 2 / 3;
  if (side < 1) side = 1;
  return (KMUScanRectangle){(width - side) / 2, (height - side) / 2, side};
}

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

// Draws the part of a picture that lies within this one; so many pixels from this image's left and top,
// negative ones where the picture begins before it.
- (void)draw:(KMUGreyImage *)picture left:(int)left top:(int)top;
// The pixels inside of the image's scan rectangle.
- (KMUGreyImage *)insideScanRectangle;
@end
