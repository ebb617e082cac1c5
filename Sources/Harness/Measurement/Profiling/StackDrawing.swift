import Foundation
import Recording
import SystemPackage

/// Turns what each call path allocated into a profile.
public struct StackDrawing {
  private let unit: Profile.Unit
  private let program: String
  private let inlinedCode: InlinedCode
  private let folder: FilePath
  private var builder = ProfileBuilder()
  private var inlining: Profile.Inlining?

  /// Prepares for blocks or bytes of a driver's program, by its file name; queries about inlined code may be written
  /// into the folder.
  public init(
    in unit: Profile.Unit, of program: String, _ inlinedCode: InlinedCode, asking folder: FilePath
  ) {
    self.unit = unit
    self.program = program
    self.inlinedCode = inlinedCode
    self.folder = folder
  }

  /// Adds what a process allocated, one amount per path. `maps` is the text of its `/proc/PID/maps`; nil if the
  /// process ended before it could be read.
  public mutating func add(_ paths: [AllocationStacks.Path], _ amounts: [Int64], maps: String?) {
    // A path that holds less than before retains nothing.
    let weighed = zip(paths, amounts).filter { $0.1 > 0 }
    let regions = LoadedRegions(maps: maps ?? "")
    let places = regions.places(before: Set(weighed.flatMap { $0.0.addresses }))
    let asked = inlinedCode.inlined(at: places, of: [program], asking: folder)
    inlining = Profile.Inlining.leastInformative([inlining, asked.inlining].compactMap(\.self))
    var code = LoadedCode(
      regions, names: FunctionNames(programs: [program]), inlined: asked.found
    ) { file in
      guard let bytes = FileManager.default.contents(atPath: String(file)) else { return nil }
      return try? ElfSymbols([UInt8](bytes))
    }
    for (path, weight) in weighed {
      var calls = code.path(path.addresses)
      // Below the app's own code are the runtime's paths to an allocation, which nobody chose.
      if let nearest = calls.lastIndex(where: { $0.function.kind == .app }) {
        calls.removeSubrange((nearest + 1)...)
      }
      if path.isCut { calls.insert(ProfiledCall(.cut), at: 0) }
      if calls.isEmpty { calls = [ProfiledCall(maps == nil ? .ended : .nowhere)] }
      builder.add(calls: calls, samples: Int(weight), ofType: path.type.map(Self.withoutAddresses))
    }
  }

  /// The runtime names a private type's context by its address, which differs between builds.
  private static func withoutAddresses(_ type: String) -> String {
    type.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  }

  /// The profile of everything added, divided by a number of cycles.
  /// - Throws: `RecordingError` if a number is impossible.
  public func profile(by cycles: Int, lost: Int64) throws(RecordingError) -> Profile {
    try builder.profile(
      in: unit, samplePeriod: 1 / Double(max(1, cycles)), lostSamples: Int(max(0, lost)),
      inlining: inlining)
  }
}

extension ProfiledFunction {
  /// Stands for the callers cut off from a path that is too long.
  fileprivate static let cut = ProfiledFunction(
    name: "[calls further out]", module: "unknown", kind: .unknown)
  /// Stands for code of a process that ended before its libraries could be read.
  fileprivate static let ended = ProfiledFunction(
    name: "[a process that ended]", module: "unknown", kind: .unknown)
  /// Stands for a path without any address of code.
  fileprivate static let nowhere = ProfiledFunction(
    name: "[unknown]", module: "unknown", kind: .unknown)
}
