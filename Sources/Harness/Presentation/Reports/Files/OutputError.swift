import Foundation
import Statistics
import SystemPackage

/// The reason why output could not be written, or something has no text in a foreign format.
public enum OutputError: Error, Equatable, CustomStringConvertible {
  /// This operation failed on the file; the previous one is unchanged.
  case notWritten(FilePath, operation: String, Errno)
  /// The folder for a report holds a file with a report's name that belongs to no report.
  case filesInTheWay(folder: FilePath, found: String)
  /// The format must not be empty, but there is no value that it can hold.
  case noMeasurements(format: String, wanted: String)
  /// The format has what is gated, but the stored scenario can't be read.
  case noGates(format: String)
  case severalExperiments(format: String, count: Int)
  /// The format holds one load on one build, but this many were measured.
  case severalLoads(format: String, count: Int)
  /// The format is about two builds, but this many have suitable values.
  case notTwoBuilds(format: String, count: Int)
  case notFinite(format: String)
  /// zlib could not compress a file, for its own reason.
  case notCompressed(reason: Int32)

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
    case .noMeasurements(let format, let wanted):
      "There is nothing to write as \(format): no run that passed has \(wanted)."
    case .noGates(let format):
      "\(format) holds what the scenario's gates are about, and this version can't read the stored scenario. Choose "
        + "metrics with --metric."
    case .severalExperiments(let format, let count):
      "\(format) holds one experiment, and there are \(count)."
    case .severalLoads(let format, let count):
      "\(format) holds one load on one build, and there are \(count). Choose one with --story and --build."
    case .notTwoBuilds(let format, let count):
      "\(format) compares two builds, and \(count.counted("build has", "builds have")) profiles. Choose two "
        + "with --build."
    case .notCompressed(let reason): "The file could not be compressed: zlib's error \(reason)."
    case .notFinite(let format):
      "A value is not a finite number, so it can't be written as \(format)."
    }
  }
}
