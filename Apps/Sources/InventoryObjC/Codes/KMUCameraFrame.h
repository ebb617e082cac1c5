#import <Foundation/Foundation.h>

@class KMUGreyImage;

// A frame of 1280x960 pixels as a camera would deliver it: printed codes on a grey table, with noise of at
// most 24 grey levels. One lies inside of the scan rectangle, one left of it, each of which may be nil; the
// seed places them and makes the noise. nil and an error where there is no room for one.
KMUGreyImage *KMUFrameShowing(KMUGreyImage *label, KMUGreyImage *outside, uint64_t seed, NSError **error);
