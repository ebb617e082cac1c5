/// Why a picture was not read or made, for an app to make its own error of.
package enum PictureError: Error, Hashable, Sendable {
  /// The bytes are no PNG, or a damaged one; `reason` is cairo's.
  case unreadable(reason: String)
  /// A side is longer than is worth its memory; sides in pixels.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// cairo could not draw or write the picture; `reason` is cairo's.
  case notWritten(reason: String)
}
