import Foundation
import Metrics
import Profiling
import Recording
import Sampling
import SystemPackage

/// Who allocates in a driver and all that it started, from the files in which they record their call paths,
/// read at the ends of steps and cycles.
final class StackRecording {
  private let folder: FilePath
  private let process: Int32
  private let metric: Metric
  private var files: [String: File] = [:]
  /// What each path of the driver's held at the end of each cycle.
  private var held: [[Amount]] = []
  /// The file name of the driver's program.
  private let program: String

  /// Blocks and bytes.
  private struct Amount {
    var blocks: Int64 = 0
    var bytes: Int64 = 0
  }

  private struct File {
    var stacks: AllocationStacks
    /// What each path had allocated when the step began.
    var before: [Amount] = []
    /// What each path allocated in all steps.
    var sums: [Amount] = []
    /// The text of `/proc/PID/maps`, as it was last there.
    var maps: String?
    var lost: Int64 = 0
    var lostBefore: Int64 = 0
  }

  /// - Parameters:
  ///   - folder: where the processes put their files.
  ///   - process: the first of them.
  ///   - metric: what is wanted.
  init(in folder: FilePath, of process: Int32, for metric: Metric) {
    self.folder = folder
    self.process = process
    self.metric = metric
    let link = "/proc/\(process)/exe"
    program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      .flatMap { FilePath($0).lastComponent?.string } ?? ""
  }

  /// Notes that a step begins.
  func begin() {
    readAll()
    for (name, file) in files {
      files[name]?.before = file.stacks.paths.map(Self.allocated)
      files[name]?.lostBefore = lost(file)
    }
  }

  /// Adds what was allocated since the step began.
  /// - Throws: ``RunFailure`` where the driver records nothing.
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
  /// - Throws: ``RunFailure`` where the driver records nothing.
  func endCycle() throws(RunFailure) {
    readAll()
    guard let own else { throw .notRecorded }
    held.append(own.stacks.paths.map(Self.held))
  }

  /// Who allocated in the steps, or holds what is live at the end of the last one.
  func profile() throws(RunFailure) -> Profile {
    guard let own else { throw .notRecorded }
    let isLive = metric == .liveBlocks || metric == .liveBytes
    var drawn = Drawing(metric, program: program)
    if isLive {
      drawn.add(own.stacks.paths, own.stacks.paths.map(Self.held), maps: own.maps)
    } else {
      for file in files.sorted(by: { $0.key < $1.key }).map(\.value) {
        drawn.add(file.stacks.paths, file.sums, maps: file.maps)
      }
    }
    let lost = isLive ? self.lost(own) : files.values.reduce(0) { $0 &+ $1.lost }
    return try drawn.profile(by: 1, lost: lost)
  }

  /// Who holds more at the end of the last cycle than at that of the warm-up's last, by a cycle.
  func profile(ofCyclesAfter warmUp: Int) throws(RunFailure) -> Profile {
    guard let own, let last = held.last, warmUp > 0, held.count > warmUp else { throw .notRecorded }
    let first = held[warmUp - 1]
    let growth = last.enumerated().map { place, amount in
      let before = place < first.count ? first[place] : Amount()
      return Amount(
        blocks: amount.blocks &- before.blocks, bytes: amount.bytes &- before.bytes)
    }
    var drawn = Drawing(metric, program: program)
    drawn.add(Array(own.stacks.paths.prefix(growth.count)), growth, maps: own.maps)
    return try drawn.profile(by: held.count - warmUp, lost: lost(own))
  }

  /// That of the driver, as the program that it is now.
  private var own: File? {
    files.filter { $0.key.hasPrefix("\(process)-") }
      .max { image(of: $0.key) < image(of: $1.key) }?.value
  }

  private func image(of name: String) -> Int {
    Int(name.drop { $0 != "-" }.dropFirst().prefix { $0 != "." }) ?? 0
  }

  private func lost(_ file: File) -> Int64 {
    metric.isCountedInBytes ? file.stacks.lostBytes : file.stacks.lost
  }

  private func readAll() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasSuffix(".stacks") {
      guard let stacks = AllocationStacks(folder.appending(name)) else { continue }
      files[name, default: File(stacks: stacks)].stacks = stacks
      let process = name.prefix { $0 != "-" }
      // A process that executed another program has that one's maps now.
      let isNewest = !names.contains(
        "\(process)-\(image(of: name) + 1)")
      if isNewest, let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8),
        !maps.isEmpty
      {
        files[name]?.maps = maps
      }
    }
  }

  private static func allocated(_ path: AllocationStacks.Path) -> Amount {
    Amount(blocks: path.count, bytes: path.bytes)
  }

  private static func held(_ path: AllocationStacks.Path) -> Amount {
    Amount(blocks: path.live, bytes: path.liveBytes)
  }

  /// Draws amounts by path into a profile.
  private struct Drawing {
    private let isInBytes: Bool
    private let program: String
    private var builder = ProfileBuilder()
    private var symbols: [Substring: ElfSymbols?] = [:]

    init(_ metric: Metric, program: String) {
      isInBytes = metric.isCountedInBytes
      self.program = program
    }

    mutating func add(_ paths: [AllocationStacks.Path], _ amounts: [Amount], maps: String?) {
      var code = LoadedCode(maps: maps ?? "", names: FunctionNames(programs: [program])) { file in
        guard let bytes = FileManager.default.contents(atPath: String(file)) else { return nil }
        return try? ElfSymbols([UInt8](bytes))
      }
      for (path, amount) in zip(paths, amounts) {
        let weight = isInBytes ? amount.bytes : amount.blocks
        // What holds less than before retains nothing.
        guard weight > 0 else { continue }
        var functions = code.path(path.addresses)
        // Below the app's own code stand the runtime's ways to an allocation, which are nobody's choice.
        if let nearest = functions.lastIndex(where: { $0.kind == .app }) {
          functions.removeSubrange((nearest + 1)...)
        }
        if path.isCut { functions.insert(.cut, at: 0) }
        builder.add(
          functions.isEmpty ? [maps == nil ? .ended : .nowhere] : functions,
          samples: Int(weight), ofType: path.type.map(Self.withoutAddresses))
      }
    }

    /// The runtime names the surroundings of a private type by where they lie, which differs between builds.
    private static func withoutAddresses(_ type: String) -> String {
      type.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    }

    func profile(by cycles: Int, lost: Int64) throws(RunFailure) -> Profile {
      do {
        return try builder.profile(
          in: isInBytes ? .bytes : .blocks, samplePeriod: 1 / Double(max(1, cycles)),
          lostSamples: Int(max(0, lost)))
      } catch {
        throw .notMeasured("Who allocates could not be told: \(error)")
      }
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

extension Metric {
  /// The metrics of which it can be said who allocates.
  public static let allocating: [Metric] = [
    .allocations, .allocatedBytes, .liveBlocks, .liveBytes, .retainedBlocks, .retainedBytes,
  ]

  /// A Boolean value indicating whether its blocks are counted by their bytes.
  fileprivate var isCountedInBytes: Bool {
    [.allocatedBytes, .liveBytes, .retainedBytes].contains(self)
  }
}

extension RunFailure {
  /// A driver has no file of its call paths.
  fileprivate static var notRecorded: RunFailure {
    notMeasured(
      "Who allocates in the driver is not known: it recorded no calls. It may have no unwinder "
        + "('libgcc_s.so.1'), or no room for its file below 'TMPDIR'.")
  }
}
