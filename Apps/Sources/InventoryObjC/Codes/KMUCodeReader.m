#import "KMUCodeReader.h"

#import "KMUDeviceCode.h"
#import "KMUError.h"
#import "KMUGreyImage.h"

#include <zbar.h>

// The texts of all QR codes in an image.
static NSArray *textsIn(KMUGreyImage *grey) {
  NSMutableArray *texts = [NSMutableArray array];
  zbar_image_scanner_t *scanner = zbar_image_scanner_create();
  // Bar codes of other kinds are not looked for: noise looks like some of them.
  zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
  zbar_image_t *image = zbar_image_create();
  zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
  zbar_image_set_size(image, (unsigned)grey.width, (unsigned)grey.height);
  // No clean-up handler: the grey image owns its pixels.
  zbar_image_set_data(image, grey.pixels, (unsigned long)grey.width * (unsigned long)grey.height, NULL);
  if (zbar_scan_image(scanner, image) > 0) {
    for (const zbar_symbol_t *symbol = zbar_image_first_symbol(image); symbol;
         symbol = zbar_symbol_next(symbol)) {
      NSString *text = [[NSString alloc] initWithBytes:zbar_symbol_get_data(symbol)
                                                length:zbar_symbol_get_data_length(symbol)
                                              encoding:NSUTF8StringEncoding];
      // What is no UTF-8 is no text of ours either.
      [texts addObject:text ? text : @""];
      [text release];
    }
  }
  zbar_image_set_data(image, NULL, 0, NULL);
  zbar_image_destroy(image);
  zbar_image_scanner_destroy(scanner);
  return texts;
}

int64_t KMUReadCode(KMUGreyImage *image, NSError **error) {
  NSMutableSet *ours = [NSMutableSet set];
  NSString *foreign = nil;
  for (NSString *text in textsIn(image)) {
    if (KMUDeviceOfCode(text)) [ours addObject:text];
    else if (!foreign) foreign = text;
  }
  if ([ours count] == 1) return KMUDeviceOfCode([ours anyObject]);
  if ([ours count]) {
    NSArray *sorted = [[ours allObjects] sortedArrayUsingSelector:@selector(compare:)];
    KMURefuse(error, KMUErrorWith(KMU_severalCodesInRectangle,
                                  @"Cannot read a QR code: the rectangle shows several, %@.",
                                  [sorted componentsJoinedByString:@", "]));
  } else if (foreign) {
    KMURefuse(error, KMUErrorWith(KMU_foreignCode,
                                  @"Cannot read the QR code: \"%@\" is not the code of a device.",
                                  foreign));
  } else {
    KMURefuse(error, KMUErrorWith(KMU_noCodeInRectangle,
                                  @"Cannot read a QR code: the rectangle of %dx%d pixels shows none.",
                                  image.width, image.height));
  }
  return 0;
}
