#import <Foundation/Foundation.h>

@class KMUGreyImage;

// A device's code as a QR code, by libqrencode: black on white with the blank border that ISO/IEC 18004
// asks for; 8 pixels a module, so 232x232 for a code of six digits. nil and an error where it is refused.
KMUGreyImage *KMUPrintCode(int64_t device, NSError **error);
