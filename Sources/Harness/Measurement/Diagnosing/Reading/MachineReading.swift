import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage

struct MachineReading: Sendable {
  let files: MachineFiles
  let probes: KernelProbes
  /// The readings from before Rehearse itself caused any load.
  let before: QuietReading
  let mounts: Result<[Mount], SamplingError>
  /// This process's hierarchies, in which its use is counted and limited.
  let controlGroups: Result<ControlGroups, SamplingError>

  init(_ files: MachineFiles, probes: KernelProbes) {
    self.files = files
    self.probes = probes
    before = QuietReading(files)
    let mounts = Result { () throws(SamplingError) in
      try files.read("/proc/self/mountinfo", Mount.all)
    }
    self.mounts = mounts
    controlGroups = Result { () throws(SamplingError) in
      let mounts = try mounts.get()
      return try files.read("/proc/self/cgroup") { text throws(SamplingError) in
        try ControlGroups(text, mounts: mounts)
      }
    }
  }
}

/// The files in which a kernel describes its machine, below a root that tests replace.
struct MachineFiles: Sendable {
  private let root: FilePath

  init(root: FilePath) { self.root = root }

  func path(_ absolute: String) -> FilePath { root.appending(FilePath(absolute).components) }

  func read<Content>(
    _ path: String, _ parse: (ProcText) throws(SamplingError) -> Content
  ) throws(SamplingError) -> Content {
    try WholeFile.read(self.path(path), parse)
  }

  /// The only line of a file in /sys.
  func line(_ path: String) throws(SamplingError) -> String {
    try read(path) { text throws(SamplingError) in
      guard let line = text.lines.first?.trimmingCharacters(in: .whitespaces), !line.isEmpty else {
        throw .unexpected(path: self.path(path), text: "", allowed: "a line")
      }
      return line
    }
  }

  func number(_ path: String) throws(SamplingError) -> Int {
    let line = try line(path)
    guard let number = Int(line) else {
      throw .unexpected(path: self.path(path), text: line, allowed: "a whole number")
    }
    return number
  }

  /// The flag in a file that has 0 or 1.
  func flag(_ path: String) throws(SamplingError) -> Bool {
    switch try line(path) {
    case "0": return false
    case "1": return true
    case let line: throw .unexpected(path: self.path(path), text: line, allowed: "0 or 1")
    }
  }

  /// The names in a folder, sorted.
  func names(in folder: String) throws(SamplingError) -> [String] {
    try ProcRoot.entries(of: path(folder)) { name in
      String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }.filter { $0 != "." && $0 != ".." }.sorted()
  }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: self.path(path).string)
  }
}

extension Fact {
  /// Creates a fact from a reading, or from the error that prevented it.
  init(_ read: () throws(SamplingError) -> Value) {
    do { self = .known(try read()) } catch { self = .unknown(reason: error.description) }
  }
}

/// The readings that Rehearse's own work changes. They are taken first, so that they show others' work.
struct QuietReading: Sendable {
  let load: Result<Double, SamplingError>
  let time: Result<SystemTime, SamplingError>
  let processorPressure: Fact<Double>
  let memoryPressure: Fact<Double>
  let storagePressure: Fact<Double>

  init(_ files: MachineFiles) {
    func pressure(_ name: String) -> Fact<Double> {
      Fact { () throws(SamplingError) in
        try files.read("/proc/pressure/\(name)", ProcText.pressure)
      }
    }
    load = Result { () throws(SamplingError) in try files.read("/proc/loadavg", ProcText.load) }
    time = Result { () throws(SamplingError) in try files.read("/proc/stat", SystemTime.init) }
    processorPressure = pressure("cpu")
    memoryPressure = pressure("memory")
    storagePressure = pressure("io")
  }
}
