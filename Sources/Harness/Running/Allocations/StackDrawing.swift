import Foundation
import Metrics
import Profiling
import Recording
import Sampling
import SystemPackage

/// Turns what each call path allocated into a profile.
struct StackDrawing {
  private let recorder: AllocationRecorder
  private let program: String
  private let folder: FilePath
  private var builder = ProfileBuilder()
  private var inlining: Profile.Inlining?

  /// Prepares for a driver's program, by its file name; queries about inlined code may be written into the folder.
  init(by recorder: AllocationRecorder, of program: String, asking folder: FilePath) {
    self.recorder = recorder
    self.program = program
    self.folder = folder
  }

  /// Adds what a process allocated, one amount per path. `maps` is the text of its `/proc/PID/maps`; nil if the
  /// process ended before it could be read.
  mutating func add(
    _ paths: [AllocationStacks.Path], _ amounts: [StackRecording.Amount], maps: String?
  ) {
    let weighed = zip(paths, amounts).map { path, amount in
      (path, weight: Int(recorder.metric.isCountedInBytes ? amount.bytes : amount.blocks))
    }
    // A path that holds less than before retains nothing.
    .filter { $0.weight > 0 }
    let regions = LoadedRegions(maps: maps ?? "")
    let places = regions.places(before: Set(weighed.flatMap { $0.0.addresses }))
    let asked = recorder.inlinedCode.inlined(at: places, of: [program], asking: folder)
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
      builder.add(calls: calls, samples: weight, ofType: path.type.map(Self.withoutAddresses))
    }
  }

  /// The runtime names a private type's context by its address, which differs between builds.
  private static func withoutAddresses(_ type: String) -> String {
    type.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  }

  /// The profile of everything added, divided by a number of cycles.
  func profile(by cycles: Int, lost: Int64) throws(RunFailure) -> Profile {
    do {
      return try builder.profile(
        in: recorder.metric.isCountedInBytes ? .bytes : .blocks,
        samplePeriod: 1 / Double(max(1, cycles)), lostSamples: Int(max(0, lost)),
        inlining: inlining)
    } catch {
      throw .notMeasured("Who allocates could not be determined: \(error)")
    }
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
