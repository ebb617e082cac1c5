import Foundation
import Programs
import Recording
import SystemPackage

/// The inputs of everything that a package manager has compiled in a folder. It only reads again
/// what has changed, so one build shows only a part.
struct PackageInputs {
  private let file: FilePath
  private let earlier: InputRecord

  /// The folders in which package manager and compiler keep what they can make again. They check
  /// their validity themselves.
  static var caches: [FilePath] {
    let home = FilePath(ProcessInfo.processInfo.environment["HOME"] ?? "/root")
    return [
      ".cache/org.swift.swiftpm", ".cache/org.swift.foundation.URLCache",
      ".cache/clang/ModuleCache",
      ".swiftpm/cache",
    ].map { home.pushing(FilePath($0)) }
  }

  /// Reads what is known of a folder before the next build in it.
  init(in scratch: FilePath) {
    file = scratch.appending("rehearse-inputs.json")
    let wasBuilt = FileManager.default.fileExists(atPath: scratch.string)
    let known = FileManager.default.contents(atPath: file.string)
      .flatMap { try? JSONDecoder().decode(InputRecord.self, from: $0) }
    // For earlier builds without a record, the inputs are unknown.
    earlier = known ?? InputRecord(files: [], gaps: wasBuilt ? [.cutOff] : [])
  }

  /// Returns the inputs of a build joined with those of earlier builds, and saves them.
  func joined(_ inputs: TracedInputs) throws -> TracedInputs {
    var joined = inputs
    joined.record = InputRecord(joining: [inputs.record, earlier])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try encoder.encode(joined.record).write(to: URL(filePath: file.string), options: .atomic)
    return joined
  }
}
