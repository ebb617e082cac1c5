import CQREncode
import Glibc

/// Prints a device's code as a QR code, with libqrencode.
public struct QRCodePrinter: Sendable {
  /// The blank border ISO/IEC 18004 asks for, in modules.
  static let quietZone = 4

  /// Pixels along a module's side.
  public let moduleSize: Int

  /// A printer; 8 pixels a module give a picture of 232x232 for a code of six digits.
  /// - Parameter moduleSize: pixels along a module's side, brought into 1 to 64. Below 3 a noisy
  ///   camera frame is not read any more.
  public init(moduleSize: Int = 8) {
    self.moduleSize = min(max(moduleSize, 1), 64)
  }

  /// The code's picture, black on white with its quiet zone.
  /// - Throws: ``InventoryError/codeNotPrinted(_:errno:)``.
  public func print(_ code: DeviceCode) throws(InventoryError) -> GreyImage {
    try print(text: code.description)
  }

  /// The picture of any text, e.g. of a code that is not ours.
  func print(text: String) throws(InventoryError) -> GreyImage {
    // Error correction M: a label on a device gets scratched. Version 0 picks the smallest.
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
      throw .codeNotPrinted(text, errno: errno)
    }
    defer { QRcode_free(code) }
    guard let modules = code.pointee.data else { throw .codeNotPrinted(text, errno: ENOMEM) }
    let count = Int(code.pointee.width)
    let side = (count + 2 * Self.quietZone) * moduleSize
    var image = try GreyImage(width: side, height: side, grey: 255)
    image.withPixels { pixels in
      for row in 0..<count {
        // The lowest bit of a module's byte is its colour, 1 for black.
        for column in 0..<count where modules[row * count + column] & 1 == 1 {
          let left = (column + Self.quietZone) * moduleSize
          let top = (row + Self.quietZone) * moduleSize
          for y in top..<top + moduleSize {
            for x in left..<left + moduleSize { pixels[y * side + x] = 0 }
          }
        }
      }
    }
    return image
  }
}
