#import "KMUCameraFrame.h"

#import "KMUError.h"
#import "KMUGreyImage.h"
#import "SplitMix64.h"

enum { WIDTH = 1280, HEIGHT = 960, TABLE = 150, NOISE = 24 };

// One number of 64 bits makes four pixels' noise.
static void addNoise(unsigned char *pixels, int count, SplitMix64 *random) {
  for (int index = 0; index < count;) {
    uint64_t bits = SplitMix64Next(random);
    for (int part = 0; part < 4 && index < count; part++, index++, bits >>= 16) {
      int grey = pixels[index] + (int)((bits & 0xffff) * (2 * NOISE + 1) >> 16) - NOISE;
      pixels[index] = grey < 0 ? 0 : grey > 255 ? 255 : (unsigned char)grey;
    }
  }
}

// Draws a picture somewhere into a part of a frame, from so many pixels from its left and top.
static BOOL place(KMUGreyImage *picture, KMUGreyImage *frame, int left, int top, int width, int height,
                  SplitMix64 *random, NSError **error) {
  if (picture.width > width || picture.height > height) {
    KMURefuse(error, KMUErrorWith(KMU_imageTooLarge,
                                  @"Cannot use a picture of %dx%d pixels: it is larger than %dx%d.",
                                  picture.width, picture.height, width, height));
    return NO;
  }
  int across = (int)SplitMix64Below(random, width - picture.width + 1);
  int down = (int)SplitMix64Below(random, height - picture.height + 1);
  [frame draw:picture left:left + across top:top + down];
  return YES;
}

KMUGreyImage *KMUFrameShowing(KMUGreyImage *label, KMUGreyImage *outside, uint64_t seed, NSError **error) {
  SplitMix64 random = {seed};
  KMUGreyImage *frame = [[[KMUGreyImage alloc] initWithWidth:WIDTH height:HEIGHT grey:TABLE] autorelease];
  KMUScanRectangle inside = KMUScanRectangleOf(WIDTH, HEIGHT);
  if (label && !place(label, frame, inside.left, inside.top, inside.side, inside.side, &random, error)) {
    return nil;
  }
  if (outside && !place(outside, frame, 0, 0, inside.left, HEIGHT, &random, error)) return nil;
  addNoise(frame.pixels, WIDTH * HEIGHT, &random);
  return frame;
}
