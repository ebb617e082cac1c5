#import <Foundation/Foundation.h>

@class KMUGreyImage;

// The device whose code an image shows, by zbar. Codes that are not ours are passed over where it shows one
// that is. Returns 0 and an error for none, for foreign ones, and for several of ours.
int64_t KMUReadCode(KMUGreyImage *image, NSError **error);
