import Foundation
import Metrics
import Profiling
import Programs
import Recording
import SystemPackage

/// The equipment to record who allocates, kept from run to run.
struct AllocationRecorder: Sendable {
  let metric: Metric
  /// Distinguishes inlined functions.
  let inlinedCode = InlinedCode(searching: .own)
}

/// Records who allocates in a driver and all that it starts. Processes write their call paths to
/// files, which are read at the ends of steps and cycles.
final class StackRecording {
  private let folder: FilePath
  private let process: Int32
  private let recorder: AllocationRecorder
  private var files: [String: File] = [:]
  /// The amount that each path of the driver held at the end of each cycle.
  private var held: [[Amount]] = []
  /// The file name of the driver's program.
  private let program: String

  /// Blocks and bytes.
  struct Amount {
    var blocks: Int64 = 0
    var bytes: Int64 = 0
  }

  private struct File {
    var stacks: AllocationStacks
    /// The amount that each path had allocated when the step began.
    var before: [Amount] = []
    /// The amount that each path allocated in all steps.
    var sums: [Amount] = []
    /// The text of `/proc/PID/maps`, as last read.
    var maps: String?
    var lost: Int64 = 0
    var lostBefore: Int64 = 0
  }

  /// Prepares for a driver's process, and for all that it starts, whose files are in a folder.
  init(in folder: FilePath, of process: Int32, by recorder: AllocationRecorder) {
    self.folder = folder
    self.process = process
    self.recorder = recorder
    let link = "/proc/\(process)/exe"
    program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      .flatMap { FilePath($0).lastComponent?.string } ?? ""
  }

  func begin() {
    readAll()
    for (name, file) in files {
      files[name]?.before = file.stacks.paths.map(Self.allocated)
      files[name]?.lostBefore = lost(file)
    }
  }

  /// Adds what was allocated since the step began.
  /// - Throws: `RunFailure` if the driver records nothing.
  func end() throws(RunFailure) {
    readAll()
    guard own != nil else { throw .notRecorded }
    for name in files.keys {
      guard var file = files[name] else { continue }
      for (place, path) in file.stacks.paths.enumerated() {
        if place == file.sums.count { file.sums.append(Amount()) }
        let now = Self.allocated(path)
        let then = place < file.before.count ? file.before[place] : Amount()
        file.sums[place].blocks &+= now.blocks &- then.blocks
        file.sums[place].bytes &+= now.bytes &- then.bytes
      }
      file.lost &+= lost(file) &- file.lostBefore
      files[name] = file
    }
  }

  /// Notes what is held at the end of a cycle.
  /// - Throws: `RunFailure` if the driver records nothing.
  func endCycle() throws(RunFailure) {
    readAll()
    guard let own else { throw .notRecorded }
    held.append(own.stacks.paths.map(Self.held))
  }

  /// Who allocated in the steps, or who holds what is live at the end of the last step.
  func profile() throws(RunFailure) -> Profile {
    guard let own else { throw .notRecorded }
    let metric = recorder.metric
    let isLive = metric == .liveBlocks || metric == .liveBytes
    let lost = isLive ? self.lost(own) : files.values.reduce(0) { $0 &+ $1.lost }
    return try profile(by: 1, lost: lost) { drawn in
      if isLive {
        let held = own.stacks.paths.map { weight(Self.held($0)) }
        drawn.add(own.stacks.paths, held, maps: own.maps)
      } else {
        for file in files.sorted(by: { $0.key < $1.key }).map(\.value) {
          drawn.add(file.stacks.paths, file.sums.map(weight), maps: file.maps)
        }
      }
    }
  }

  /// Who holds more at the end of the last cycle than at the end of the warm-up, per cycle.
  func profile(ofCyclesAfter warmUp: Int) throws(RunFailure) -> Profile {
    guard let own, let last = held.last, warmUp > 0, held.count > warmUp else { throw .notRecorded }
    let first = held[warmUp - 1]
    let growth = last.enumerated().map { place, amount in
      let before = place < first.count ? first[place] : Amount()
      return weight(amount) &- weight(before)
    }
    return try profile(by: held.count - warmUp, lost: lost(own)) { drawn in
      drawn.add(own.stacks.paths, growth, maps: own.maps)
    }
  }

  private func weight(_ amount: Amount) -> Int64 {
    recorder.metric.isCountedInBytes ? amount.bytes : amount.blocks
  }

  private func profile(
    by cycles: Int, lost: Int64, _ add: (inout StackDrawing) -> Void
  ) throws(RunFailure) -> Profile {
    var drawn = StackDrawing(
      in: recorder.metric.isCountedInBytes ? .bytes : .blocks, of: program, recorder.inlinedCode,
      asking: folder)
    add(&drawn)
    do throws(RecordingError) {
      return try drawn.profile(by: cycles, lost: lost)
    } catch {
      throw .notMeasured("Who allocates could not be determined: \(error)")
    }
  }

  /// The file of the driver, for the program that it runs now.
  private var own: File? {
    files.filter { $0.key.hasPrefix("\(process)-") }
      .max { image(of: $0.key) < image(of: $1.key) }?.value
  }

  private func image(of name: String) -> Int {
    Int(name.drop { $0 != "-" }.dropFirst().prefix { $0 != "." }) ?? 0
  }

  private func lost(_ file: File) -> Int64 {
    recorder.metric.isCountedInBytes ? file.stacks.lostBytes : file.stacks.lost
  }

  private func readAll() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasSuffix(".stacks") {
      guard let stacks = AllocationStacks(folder.appending(name)) else { continue }
      files[name, default: File(stacks: stacks)].stacks = stacks
      let process = name.prefix { $0 != "-" }
      // If a process executed another program, the maps belong to that program.
      let isNewest = !names.contains("\(process)-\(image(of: name) + 1)")
      if isNewest, let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8),
        !maps.isEmpty
      {
        files[name]?.maps = maps
      } else if files[name]?.maps == nil {
        // The maps from when it began.
        let kept = folder.appending(name.prefix { $0 != "." } + ".maps").string
        files[name]?.maps = try? String(contentsOfFile: kept, encoding: .utf8)
      }
    }
  }

  private static func allocated(_ path: AllocationStacks.Path) -> Amount {
    Amount(blocks: path.count, bytes: path.bytes)
  }

  private static func held(_ path: AllocationStacks.Path) -> Amount {
    Amount(blocks: path.live, bytes: path.liveBytes)
  }
}

extension Metric {
  /// The metrics for which allocating functions can be named.
  public static let allocating: [Metric] = [
    .allocations, .allocatedBytes, .liveBlocks, .liveBytes, .retainedBlocks, .retainedBytes,
  ]

  /// All metrics that can be explained.
  public static let explainable: [Metric] = [.cpuTime, .offCPUTime] + allocating

  /// A Boolean value indicating whether its blocks are weighted by their bytes.
  var isCountedInBytes: Bool { [.allocatedBytes, .liveBytes, .retainedBytes].contains(self) }
}

extension RunFailure {
  /// The driver has no file of its call paths.
  fileprivate static var notRecorded: RunFailure {
    notMeasured(
      "Who allocates in the driver is not known: it recorded no calls. It may have no unwinder "
        + "('libgcc_s.so.1'), or no room for its file below 'TMPDIR'.")
  }
}
