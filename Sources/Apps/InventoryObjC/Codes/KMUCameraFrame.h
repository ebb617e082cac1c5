#import <Foundation/Foundation.h>

@class KMUGreyImage;

// A frame of 1280x960 pixels as a camera would deliver it: a printed code on a grey table, with noise of
// at most 24 grey levels. The seed places the picture and makes the noise. nil and an error where the
// picture is larger than the frame.
KMUGreyImage *KMUFrameShowing(KMUGreyImage *picture, uint64_t seed, NSError **error);
