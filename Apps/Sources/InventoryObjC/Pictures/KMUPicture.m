#import "KMUPicture.h"

#import "KMUConnection.h"
#import "KMUSurface.h"

#include <math.h>

@implementation KMUPicture

@synthesize device = _device, width = _width, height = _height, png = _png;

- (instancetype)initWithPNG:(NSData *)png width:(int)width height:(int)height {
  self = [super init];
  if (!self) return nil;
  _png = [png retain];
  _width = width;
  _height = height;
  return self;
}

+ (instancetype)pictureResizedFrom:(NSData *)png error:(NSError **)error {
  KMUSurface *original = [[[KMUSurface alloc] initWithPNG:png error:error] autorelease];
  if (!original) return nil;
  double scale = fmin(1, fmin(320.0 / original.width, 240.0 / original.height));
  int width = (int)fmax(1, round(original.width * scale));
  int height = (int)fmax(1, round(original.height * scale));
  KMUSurface *scaled = [original scaledToWidth:width height:height error:error];
  NSData *written = [scaled png:error];
  return written ? [[[self alloc] initWithPNG:written width:width height:height] autorelease] : nil;
}

- (void)dealloc {
  [_png release];
  [super dealloc];
}

- (BOOL)storeFor:(int64_t)device on:(KMUConnection *)connection error:(NSError **)error {
  KMUStatement *statement = [connection statement:
    "INSERT INTO picture(deviceId, width, height, png) VALUES (?, ?, ?, ?)" error:error];
  [statement bindInteger:device at:1];
  [statement bindInteger:_width at:2];
  [statement bindInteger:_height at:3];
  [statement bindBytes:_png at:4];
  return [statement run:error];
}

@end
