#import <Foundation/Foundation.h>

@class KMUCamera, KMUGreyImage;

// What the camera sees of labels: printed, then held before it, with noise. The label of a device lies
// inside of the rectangle, and another's may lie left of it; 0 stands for none. The seed says where.
KMUGreyImage *KMULabelFrame(int64_t inside, int64_t outside, int64_t seed, NSError **error);

// Holds one frame before the camera, and returns the device of which the capture's observer is told; 0 and
// an error where it is told why there is none.
int64_t KMUReadFrame(KMUCamera *camera, KMUGreyImage *frame, NSError **error);
