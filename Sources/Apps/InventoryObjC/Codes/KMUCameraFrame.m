#import "KMUCameraFrame.h"

#import "KMUError.h"
#import "KMUGreyImage.h"
#import "KMURandom.h"

#include <string.h>

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

KMUGreyImage *KMUFrameShowing(KMUGreyImage *picture, uint64_t seed, NSError **error) {
  if (picture.width > WIDTH || picture.height > HEIGHT) {
    return KMURefuse(error, KMUErrorWith(KMU_imageTooLarge,
                                         @"Cannot use a picture of %dx%d pixels: it is larger than %dx%d.",
                                         picture.width, picture.height, WIDTH, HEIGHT));
  }
  KMURandom random = {seed};
  KMUGreyImage *frame = [[[KMUGreyImage alloc] initWithWidth:WIDTH height:HEIGHT grey:TABLE] autorelease];
  int left = (int)KMUBelow(&random, WIDTH - picture.width + 1);
  int top = (int)KMUBelow(&random, HEIGHT - picture.height + 1);
  for (int y = 0; y < picture.height; y++) {
    memcpy(frame.pixels + (top + y) * WIDTH + left, picture.pixels + y * picture.width,
           (size_t)picture.width);
  }
  addNoise(frame.pixels, WIDTH * HEIGHT, &random);
  return frame;
}
