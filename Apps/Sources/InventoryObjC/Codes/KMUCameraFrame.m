#import "KMUCameraFrame.h"

#import "KMUError.h"
#import "KMUGreyImage.h"
#import "KMURandom.h"

enum { WIDTH = 1280, HEIGHT = 960, TABLE = 150, NOISE = 24 };

// One number of 64 bits makes four pixels' noise.
static void addNoise(unsigned char *pixels, int count, KMURandom *random) {
  for (int index = 0; index < count;) {
    uint64_t bits = KMUNext(random);
    for (int part = 0; part < 4 && index < count; part++, index++, bits >>= 16) {
      int grey = pixels[index] + (int)((bits & 0xffff) * (2 * NOISE + 1) >> 16) - NOISE;
      pixels[index] = grey < 0 ? 0 : grey > 255 ? 255 : (unsigned char)grey;
    }
  }
}

// Draws a picture somewhere into a part of a frame, from so many pixels from its left and top.
static BOOL place(KMUGreyImage *picture, KMUGreyImage *frame, int left, int top, int width, int height,
                  KMURandom *random, NSError **error) {
  if (picture.width > width || picture.height > height) {
    KMURefuse(error, KMUErrorWith(KMU_imageTooLarge,
                                  @"Cannot use a picture of %dx%d pixels: it is larger than %dx%d.",
                                  picture.width, picture.height, width, height));
    return NO;
  }
  int across = (int)KMUBelow(random, width - picture.width + 1);
  int down = (int)KMUBelow(random, height - picture.height + 1);
  [frame draw:picture left:left + across top:top + down];
  return YES;
}

KMUGreyImage *KMUFrameShowing(KMUGreyImage *label, KMUGreyImage *outside, uint64_t seed, NSError **error) {
  KMURandom random = {seed};
  KMUGreyImage *frame = [[[KMUGreyImage alloc] initWithWidth:WIDTH height:HEIGHT grey:TABLE] autorelease];
  KMUScanRectangle inside = KMUScanRectangleOf(WIDTH, HEIGHT);
  if (label && !place(label, frame, inside.left, inside.top, inside.side, inside.side, &random, error)) {
    return nil;
  }
  if (outside && !place(outside, frame, 0, 0, inside.left, HEIGHT, &random, error)) return nil;
  addNoise(frame.pixels, WIDTH * HEIGHT, &random);
  return frame;
}
