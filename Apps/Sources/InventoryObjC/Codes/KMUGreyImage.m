#import "KMUGreyImage.h"

#include <stdlib.h>
#include <string.h>

@implementation KMUGreyImage

@synthesize width = _width, height = _height, pixels = _pixels;

- (instancetype)initWithWidth:(int)width height:(int)height grey:(unsigned char)grey {
  self = [super init];
  if (!self) return nil;
  NSAssert(width > 0 && height > 0, @"an image has pixels");
  size_t count = (size_t)width * (size_t)height;
  _pixels = malloc(count);
  NSAssert(_pixels, @"out of memory");
  memset(_pixels, grey, count);
  _width = width;
  _height = height;
  return self;
}

- (void)draw:(KMUGreyImage *)picture left:(int)left top:(int)top {
  int first = left > 0 ? left : 0, end = left + picture.width;
  if (end > _width) end = _width;
  if (first >= end) return;
  for (int row = top > 0 ? top : 0; row < top + picture.height && row < _height; row++) {
    memcpy(_pixels + (size_t)row * _width + first,
           picture.pixels + (size_t)(row - top) * picture.width + first - left, (size_t)(end - first));
  }
}

- (KMUGreyImage *)insideScanRectangle {
  KMUScanRectangle rectangle = KMUScanRectangleOf(_width, _height);
  KMUGreyImage *inside = [[[KMUGreyImage alloc] initWithWidth:rectangle.side height:rectangle.side
                                                         grey:0] autorelease];
  [inside draw:self left:-rectangle.left top:-rectangle.top];
  return inside;
}

- (void)dealloc {
  free(_pixels);
  [super dealloc];
}

@end
