import AppPictures
import AppStorage

// What the constraints forbid is refused before it is written, so what they refuse is damage.
extension AccountingError: StorageError {
  /// Makes the caller's error of a photo that can't be used.
  init(_ error: PictureError) {
    self =
      switch error {
      case .unreadable(let reason): .photoUnreadable(reason: reason)
      case .tooLarge(let width, let height, let limit):
        .photoTooLarge(width: width, height: height, limit: limit)
      case .notWritten(let reason): .photoNotWritten(reason: reason)
      }
  }
}
