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

- (void)dealloc {
  free(_pixels);
  [super dealloc];
}

@end
