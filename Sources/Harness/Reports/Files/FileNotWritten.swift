import Foundation
import SystemPackage

/// A file that could not be written; the previous file is unchanged.
public struct FileNotWritten: Error, Equatable, CustomStringConvertible {
  /// The file.
  public let path: FilePath
  /// The operation that failed.
  public let operation: String
  /// The system's error.
  public let errno: Errno

  /// A failure.
  public init(path: FilePath, operation: String, errno: Errno) {
    self.path = path
    self.operation = operation
    self.errno = errno
  }

  /// A failure reported by Foundation, with the system's own error if there is one.
  public init(path: FilePath, operation: String, underlying error: any Error) {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let errno = system.map { Errno(rawValue: Int32(clamping: $0.code)) }
    self.init(path: path, operation: operation, errno: errno ?? Self.errno(of: error))
  }

  /// Foundation does not always give the system's error, only its kind.
  private static func errno(of error: any Error) -> Errno {
    switch (error as? CocoaError)?.code {
    case .fileWriteVolumeReadOnly?: .readOnlyFileSystem
    case .fileWriteNoPermission?, .fileReadNoPermission?: .permissionDenied
    case .fileWriteOutOfSpace?: .noSpace
    case .fileWriteFileExists?: .fileExists
    case .fileNoSuchFile?, .fileReadNoSuchFile?: .noSuchFileOrDirectory
    case .fileWriteInvalidFileName?: .fileNameTooLong
    default: .ioError
    }
  }

  /// The file, the operation, and the system's message.
  public var description: String {
    "The file \(path) could not be written: \(operation): \(errno)."
  }
}
