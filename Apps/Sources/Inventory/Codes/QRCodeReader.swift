import CZBar

/// Reads a device's code from a camera frame, with zbar.
public struct QRCodeReader: Sendable {
  /// zbar's name of eight bits of grey a pixel: the letters "Y800", lowest byte first.
  static let greyFormat: UInt = 0x3030_3859

  /// A reader; it holds nothing, each ``read(_:)`` has a scanner of its own.
  public init() {}

  /// The code that an image shows. One of 1280x960 pixels takes 13 ms, a noisy one 43 ms.
  ///
  /// Codes that are not ours are passed over when it shows one that is.
  /// - Throws: ``InventoryError/noCodeInRectangle(width:height:)``,
  ///   ``InventoryError/foreignCode(_:)`` or ``InventoryError/severalCodesInRectangle(_:)``.
  public func read(_ image: GreyImage) throws(InventoryError) -> DeviceCode {
    var ours: Set<DeviceCode> = []
    var foreign: InventoryError?
    for text in texts(in: image) {
      do { ours.insert(try DeviceCode(text: text)) } catch { foreign = foreign ?? error }
    }
    guard let code = ours.first else {
      throw foreign ?? .noCodeInRectangle(width: image.width, height: image.height)
    }
    guard ours.count == 1 else {
      throw .severalCodesInRectangle(ours.map(\.description).sorted())
    }
    return code
  }

  private func texts(in image: GreyImage) -> [String] {
    let scanner = zbar_image_scanner_create()
    defer { zbar_image_scanner_destroy(scanner) }
    // Bar codes of other kinds are not looked for: noise looks like some of them.
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    let frame = zbar_image_create()
    defer { zbar_image_destroy(frame) }
    zbar_image_set_format(frame, Self.greyFormat)
    zbar_image_set_size(frame, UInt32(image.width), UInt32(image.height))
    return image.pixels.withUnsafeBytes { pixels in
      // No clean-up handler: the array owns the pixels, and zbar lets go of them when the image is
      // given others.
      zbar_image_set_data(frame, pixels.baseAddress, UInt(pixels.count), nil)
      defer { zbar_image_set_data(frame, nil, 0, nil) }
      var texts: [String] = []
      guard zbar_scan_image(scanner, frame) > 0 else { return texts }
      var symbol = zbar_image_first_symbol(frame)
      while let found = symbol {
        if let data = zbar_symbol_get_data(found) {
          let length = Int(zbar_symbol_get_data_length(found))
          texts.append(
            data.withMemoryRebound(to: UInt8.self, capacity: length) {
              String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
            })
        }
        symbol = zbar_symbol_next(found)
      }
      return texts
    }
  }
}
