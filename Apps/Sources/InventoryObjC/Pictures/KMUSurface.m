#import "KMUSurface.h"

#import "KMUError.h"

#include <string.h>

// Sides above this are refused before cairo is asked for memory: 8192x8192 pixels take 256 MiB.
enum { MAXIMUM_SIDE = 8192 };

static id unreadable(NSError **error, NSString *reason) {
  return KMURefuse(error, KMUErrorWith(KMU_pictureUnreadable, @"Cannot read the picture as PNG: %@.", reason));
}

static id notWritten(NSError **error, cairo_status_t status) {
  return KMURefuse(error, KMUErrorWith(KMU_pictureNotWritten, @"Cannot resize the picture: %s.",
                                       cairo_status_to_string(status)));
}

// Bytes handed to cairo piece by piece.
typedef struct {
  const unsigned char *at, *end;
} Source;

static cairo_status_t readPiece(void *closure, unsigned char *target, unsigned length) {
  Source *source = closure;
  if (source->end - source->at < (ptrdiff_t)length) return CAIRO_STATUS_READ_ERROR;
  memcpy(target, source->at, length);
  source->at += length;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t writePiece(void *closure, const unsigned char *bytes, unsigned length) {
  [(NSMutableData *)closure appendBytes:bytes length:length];
  return CAIRO_STATUS_SUCCESS;
}

static unsigned bigEndian(const unsigned char *bytes) {
  return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

// Refuses what is no PNG, or one of a size not worth its memory, by its first 24 bytes: signature, chunk
// length, "IHDR", width and height as big-endian numbers.
static BOOL isHeaderGood(NSData *png, NSError **error) {
  static const unsigned char signature[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a};
  const unsigned char *bytes = [png bytes];
  if ([png length] < 24 || memcmp(bytes, signature, sizeof signature) != 0) {
    unreadable(error, @"it does not begin like a PNG");
    return NO;
  }
  unsigned width = bigEndian(bytes + 16), height = bigEndian(bytes + 20);
  if (width <= MAXIMUM_SIDE && height <= MAXIMUM_SIDE) return YES;
  KMURefuse(error, KMUErrorWith(KMU_imageTooLarge,
                                @"Cannot use a picture of %ux%u pixels: it is larger than %dx%d.", width,
                                height, MAXIMUM_SIDE, MAXIMUM_SIDE));
  return NO;
}

@implementation KMUSurface

@synthesize width = _width, height = _height;

- (instancetype)initWithWidth:(int)width height:(int)height error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  _handle = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  _width = width;
  _height = height;
  cairo_status_t status = cairo_surface_status(_handle);
  if (status == CAIRO_STATUS_SUCCESS) return self;
  [self release];
  return notWritten(error, status);
}

- (instancetype)initWithPNG:(NSData *)png error:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  if (!isHeaderGood(png, error)) {
    [self release];
    return nil;
  }
  Source source = {.at = [png bytes]};
  source.end = source.at + [png length];
  _handle = cairo_image_surface_create_from_png_stream(readPiece, &source);
  cairo_status_t status = cairo_surface_status(_handle);
  if (status != CAIRO_STATUS_SUCCESS) {
    [self release];
    return unreadable(error, status == CAIRO_STATUS_READ_ERROR
                               ? @"it is cut off"
                               : [NSString stringWithUTF8String:cairo_status_to_string(status)]);
  }
  _width = cairo_image_surface_get_width(_handle);
  _height = cairo_image_surface_get_height(_handle);
  return self;
}

- (void)dealloc {
  cairo_surface_destroy(_handle);
  [super dealloc];
}

- (KMUSurface *)scaledToWidth:(int)width height:(int)height error:(NSError **)error {
  KMUSurface *copy = [[[KMUSurface alloc] initWithWidth:width height:height error:error] autorelease];
  if (!copy) return nil;
  cairo_t *context = cairo_create(copy->_handle);
  cairo_scale(context, (double)width / _width, (double)height / _height);
  cairo_set_source_surface(context, _handle, 0, 0);
  cairo_pattern_t *pattern = cairo_get_source(context);
  cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD);
  // Without it the border is mixed with the nothing around it.
  cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  cairo_paint(context);
  cairo_status_t status = cairo_status(context);
  cairo_destroy(context);
  return status == CAIRO_STATUS_SUCCESS ? copy : notWritten(error, status);
}

- (void)fillShare:(double)share red:(double)red green:(double)green blue:(double)blue {
  cairo_t *context = cairo_create(_handle);
  cairo_set_source_rgb(context, red, green, blue);
  double left = _width * ((1 - share) / 2), top = _height * ((1 - share) / 2);
  cairo_rectangle(context, left, top, _width * share, _height * share);
  cairo_fill(context);
  cairo_destroy(context);
}

- (NSData *)png:(NSError **)error {
  NSMutableData *png = [NSMutableData data];
  cairo_status_t status = cairo_surface_write_to_png_stream(_handle, writePiece, png);
  return status == CAIRO_STATUS_SUCCESS ? png : notWritten(error, status);
}

@end
