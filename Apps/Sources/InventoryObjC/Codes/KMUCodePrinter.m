#import "KMUCodePrinter.h"

#import "KMUDeviceCode.h"
#import "KMUError.h"
#import "KMUGreyImage.h"

#include <errno.h>
#include <qrencode.h>
#include <string.h>

enum { QUIET_ZONE = 4, MODULE = 8 };

KMUGreyImage *KMUPrintCode(int64_t device, NSError **error) {
  NSString *text = KMUCodeOfDevice(device);
  // Error correction M: a label on a device gets scratched. Version 0 picks the smallest.
  QRcode *code = QRcode_encodeString([text UTF8String], 0, QR_ECLEVEL_M, QR_MODE_8, 1);
  if (!code) {
    return KMURefuse(error, KMUErrorWith(KMU_codeNotPrinted, @"Cannot print the QR code %@: %s.", text,
                                         strerror(errno)));
  }
  int side = (code->width + 2 * QUIET_ZONE) * MODULE;
  KMUGreyImage *image = [[[KMUGreyImage alloc] initWithWidth:side height:side grey:255] autorelease];
  for (int row = 0; row < code->width; row++) {
    for (int column = 0; column < code->width; column++) {
      // The lowest bit of a module's byte is its colour, 1 for black.
      if (!(code->data[row * code->width + column] & 1)) continue;
      int left = (column + QUIET_ZONE) * MODULE, top = (row + QUIET_ZONE) * MODULE;
      for (int y = top; y < top + MODULE; y++) memset(image.pixels + y * side + left, 0, MODULE);
    }
  }
  QRcode_free(code);
  return image;
}
