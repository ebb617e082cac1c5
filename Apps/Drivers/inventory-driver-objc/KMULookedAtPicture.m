#import "KMULookedAtPicture.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

enum { columns = 16, rows = 12, tolerance = 12 };

typedef struct {
  const unsigned char *bytes;
  size_t rest;
} KMUBytes;

static cairo_status_t KMUReadBytes(void *context, unsigned char *target, unsigned int count) {
  KMUBytes *source = context;
  if (source->rest < count) return CAIRO_STATUS_READ_ERROR;
  memcpy(target, source->bytes, count);
  source->bytes += count;
  source->rest -= count;
  return CAIRO_STATUS_SUCCESS;
}

// Which share of a part of a side a pixel is: it may begin before the part, and end behind it.
static double KMUShare(int place, double begin, double end) {
  return (MIN(place + 1.0, end) - MAX((double)place, begin)) / (end - begin);
}

@implementation KMULookedAtPicture

- (instancetype)initWithPNG:(NSData *)png {
  if (!(self = [super init])) return nil;
  KMUBytes source = {[png bytes], [png length]};
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(KMUReadBytes, &source);
  const unsigned char *pixels = cairo_image_surface_get_data(surface);
  if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS || !pixels) {
    cairo_surface_destroy(surface);
    [self release];
    return nil;
  }
  _width = cairo_image_surface_get_width(surface);
  _height = cairo_image_surface_get_height(surface);
  int stride = cairo_image_surface_get_stride(surface);
  _means = [[NSMutableArray alloc] init];
  double height = (double)_height / rows, width = (double)_width / columns;
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      for (int part = 0; part < 3; part++) {
        double sum = 0;
        for (int line = row * height; line < _height && line < (row + 1) * height; line++) {
          for (int place = column * width; place < _width && place < (column + 1) * width; place++) {
            sum += pixels[(size_t)line * stride + place * 4 + part]
              * KMUShare(line, row * height, (row + 1) * height)
              * KMUShare(place, column * width, (column + 1) * width);
          }
        }
        [_means addObject:[NSNumber numberWithDouble:sum]];
      }
    }
  }
  cairo_surface_destroy(surface);
  return self;
}

- (void)dealloc {
  [_means release];
  [super dealloc];
}

- (NSString *)size { return [NSString stringWithFormat:@"%dx%d", _width, _height]; }

- (BOOL)isLike:(KMULookedAtPicture *)other {
  for (NSUInteger index = 0; index < [_means count]; index++) {
    double mine = [[_means objectAtIndex:index] doubleValue];
    double theirs = [[other->_means objectAtIndex:index] doubleValue];
    if (fabs(mine - theirs) > tolerance) return NO;
  }
  return YES;
}

@end
