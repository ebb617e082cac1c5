import Foundation
import SystemPackage

/// Output that could not be written.
public enum OutputError: Error, Equatable, CustomStringConvertible {
  /// This operation failed on the file; the previous one is unchanged.
  case notWritten(FilePath, operation: String, Errno)
  /// The folder for a report holds a file with a report's name that belongs to no report.
  case filesInTheWay(folder: FilePath, found: String)

  /// A failure reported by Foundation, with the system's own error if there is one.
  public init(path: FilePath, operation: String, underlying error: any Error) {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let errno = system.map { Errno(rawValue: Int32(clamping: $0.code)) }
    self = .notWritten(path, operation: operation, errno ?? Self.errno(of: error))
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

  /// The finding, or the operation and the system's message; and what to do.
  public var description: String {
    switch self {
    case .notWritten(let path, let operation, let errno):
      "The file \(path) could not be written: \(operation): \(errno)."
    case .filesInTheWay(let folder, let found):
      "The folder \(folder) holds '\(found)', which no report of Rehearse wrote. A report has a file of "
        + "that name, so nothing was written. Name another folder with --output."
    }
  }
}
