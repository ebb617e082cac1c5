import Foundation
import Metrics
import Profiling
import Recording
import Sampling
import SystemPackage

/// Draws what was allocated by each call path into a profile.
struct StackDrawing {
  private let recorder: AllocationRecorder
  private let program: String
  private let folder: FilePath
  private var builder = ProfileBuilder()
  private var inlining: Profile.Inlining?

  /// - Parameters:
  ///   - program: the file name of the driver's program.
  ///   - folder: where questions about inlined code may lie.
  init(by recorder: AllocationRecorder, of program: String, asking folder: FilePath) {
    self.recorder = recorder
    self.program = program
    self.folder = folder
  }

  /// Adds what a process allocated.
  /// - Parameters:
  ///   - amounts: by path.
  ///   - maps: the text of its `/proc/PID/maps`; nil where it was gone before that could be read.
  mutating func add(
    _ paths: [AllocationStacks.Path], _ amounts: [StackRecording.Amount], maps: String?
  ) {
    let weighed = zip(paths, amounts).map { path, amount in
      (path, weight: Int(recorder.metric.isCountedInBytes ? amount.bytes : amount.blocks))
    }
    // What holds less than before retains nothing.
    .filter { $0.weight > 0 }
    let regions = LoadedRegions(maps: maps ?? "")
    let places = regions.places(before: Set(weighed.flatMap { $0.0.addresses }))
    let asked = recorder.inlinedCode.inlined(at: places, of: [program], asking: folder)
    inlining = Profile.Inlining.leastTold([inlining, asked.inlining].compactMap(\.self))
    var code = LoadedCode(
      regions, names: FunctionNames(programs: [program]), inlined: asked.found
    ) { file in
      guard let bytes = FileManager.default.contents(atPath: String(file)) else { return nil }
      return try? ElfSymbols([UInt8](bytes))
    }
    for (path, weight) in weighed {
      var calls = code.path(path.addresses)
      // Below the app's own code stand the runtime's ways to an allocation, which are nobody's choice.
      if let nearest = calls.lastIndex(where: { $0.function.kind == .app }) {
        calls.removeSubrange((nearest + 1)...)
      }
      if path.isCut { calls.insert(ProfiledCall(.cut), at: 0) }
      if calls.isEmpty { calls = [ProfiledCall(maps == nil ? .ended : .nowhere)] }
      builder.add(calls: calls, samples: weight, ofType: path.type.map(Self.withoutAddresses))
    }
  }

  /// The runtime names the surroundings of a private type by where they lie, which differs between builds.
  private static func withoutAddresses(_ type: String) -> String {
    type.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  }

  /// The profile of all that was added, by a number of cycles.
  func profile(by cycles: Int, lost: Int64) throws(RunFailure) -> Profile {
    do {
      return try builder.profile(
        in: recorder.metric.isCountedInBytes ? .bytes : .blocks,
        samplePeriod: 1 / Double(max(1, cycles)), lostSamples: Int(max(0, lost)),
        inlining: inlining)
    } catch {
      throw .notMeasured("Who allocates could not be told: \(error)")
    }
  }
}

extension ProfiledFunction {
  /// What called a path that is too long.
  fileprivate static let cut = ProfiledFunction(
    name: "[calls further out]", module: "unknown", kind: .unknown)
  /// Code of a process that was gone before its libraries could be read.
  fileprivate static let ended = ProfiledFunction(
    name: "[a process that ended]", module: "unknown", kind: .unknown)
  /// No address of a path was code.
  fileprivate static let nowhere = ProfiledFunction(
    name: "[unknown]", module: "unknown", kind: .unknown)
}
