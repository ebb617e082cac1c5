import Analysis
import CZlib
import Foundation
import Recording
import Reports
import Tables

/// pprof's profile: for each path its samples and CPU time or waiting (ns), or its blocks or bytes, with story and
/// build as labels. A sample of waiting is a microsecond.
///
/// Source: <https://github.com/google/pprof/blob/main/proto/profile.proto>, whose field numbers these are.
/// Modules are its mappings; addresses are not recorded.
struct PprofProfile {
  private var file = ProtobufMessage()
  private var texts: [String: Int64] = ["": 0]
  private var modules: [String: Int64] = [:]
  private var functions: [ProfiledFunction: Int64] = [:]
  /// Each by its function, followed by those that were inlined there, the innermost last.
  private var locations: [[ProfiledFunction]: Int64] = [:]

  static func bytes(_ experiments: [ExportedExperiment]) throws(OutputError) -> [UInt8] {
    let trees = try experiments.callTrees(for: .pprof)
    let experiment = try experiments.only(for: "")
    var profile = Self()
    let (samples, count) = (profile.text("samples"), profile.text("count"))
    let names = (trees.first?.unit ?? .cpuTime).pprofNames
    let (cpu, nanoseconds) = (profile.text(names.type), profile.text(names.unit))
    for (type, unit) in [(samples, count), (cpu, nanoseconds)] {
      profile.file.add(1) {
        $0.add(1, type)
        $0.add(2, unit)
      }
    }
    // The driver's own module must be the first mapping.
    let functions = Set(trees.flatMap(\.functions)).sorted {
      let kinds = ($0.kind == .app, $1.kind == .app)
      return kinds.0 != kinds.1 ? kinds.0 : ($0.module, $0.name) < ($1.module, $1.name)
    }
    for function in functions { profile.add(function) }
    for tree in trees { profile.add(tree) }
    let period = experiment.analysis.runs.compactMap { $0.profile?.samplePeriod }.max() ?? 0
    let start = experiment.analysis.experiment.startedAt.timeIntervalSince1970 * 1e9
    profile.file.add(9, Int64(exactly: start.rounded()) ?? 0)
    profile.file.add(11) {
      $0.add(1, cpu)
      $0.add(2, nanoseconds)
    }
    profile.file.add(12, Int64(exactly: period.rounded()) ?? 0)
    profile.file.add(14, cpu)
    for text in profile.texts.sorted(by: { $0.value < $1.value }) { profile.file.add(6, text.key) }
    return try Gzip.compressed(profile.file.bytes)
  }

  /// The place of a text in the table of texts.
  private mutating func text(_ text: String) -> Int64 {
    let line = PlainLine(text).description
    let place = texts[line] ?? Int64(texts.count)
    texts[line] = place
    return place
  }

  /// Adds a function, and a location that represents all of it.
  private mutating func add(_ function: ProfiledFunction) {
    let number = Int64(functions.count + 1)
    functions[function] = number
    let (name, module) = (text(function.name), text(function.module))
    let mapping = modules[function.module] ?? Int64(modules.count + 1)
    if modules.updateValue(mapping, forKey: function.module) == nil {
      file.add(3) {
        $0.add(1, mapping)
        $0.add(5, module)
        // It has functions, including inlined ones: there is nothing left to look up.
        $0.add(7, 1)
        $0.add(10, 1)
      }
    }
    file.add(5) {
      $0.add(1, number)
      $0.add(2, name)
      $0.add(3, name)
    }
    _ = location([function])
  }

  /// The number of a location: the function's own, or one with functions inlined into it.
  private mutating func location(_ way: [ProfiledFunction]) -> Int64 {
    if let known = locations[way] { return known }
    let number = Int64(locations.count + 1)
    locations[way] = number
    file.add(4) {
      $0.add(1, number)
      $0.add(2, way.first.flatMap { modules[$0.module] } ?? 0)
      // The innermost first: the last is the function that contains the code.
      for function in way.reversed() {
        $0.add(4) { $0.add(1, functions[function] ?? 0) }
      }
    }
    return number
  }

  private mutating func add(_ tree: CallTree) {
    let labels = [(text("story"), text(tree.story)), (text("build"), text(tree.build))]
    for place in tree.places {
      let node = tree.nodes[place]
      // Inlined functions have no location of their own.
      let ways = tree.way(to: place).reduce(into: [[ProfiledFunction]]()) { ways, place in
        let node = tree.nodes[place]
        let function = tree.functions[node.function]
        if node.isInlined, !ways.isEmpty {
          ways[ways.count - 1].append(function)
        } else {
          ways.append([function])
        }
      }
      let stack = ways.reversed().map { location($0) }
      file.add(2) {
        $0.add(1, packed: stack)
        $0.add(2, packed: [Int64(node.samples), Int64(exactly: node.time.rounded()) ?? .max])
        for label in labels {
          $0.add(3) {
            $0.add(1, label.0)
            $0.add(2, label.1)
          }
        }
      }
    }
  }
}

/// gzip's format, by zlib.
enum Gzip {
  static func compressed(_ bytes: [UInt8]) throws(OutputError) -> [UInt8] {
    var stream = z_stream()
    // 16 more than the window's size requests gzip's header.
    let state = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard state == Z_OK else { throw .notCompressed(reason: state) }
    defer { deflateEnd(&stream) }
    var (input, output) = (
      bytes, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    )
    let room = output.count
    let end = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: room)
        return deflate(&stream, Z_FINISH)
      }
    }
    guard end == Z_STREAM_END else { throw .notCompressed(reason: end) }
    return Array(output.prefix(Int(stream.total_out)))
  }
}

extension Profile.Unit {
  /// The names that Go uses for its own profiles of CPU time and allocations.
  fileprivate var pprofNames: (type: String, unit: String) {
    switch self {
    case .cpuTime: ("cpu", "nanoseconds")
    case .offCPUTime: ("off_cpu", "nanoseconds")
    case .blocks: ("alloc_objects", "count")
    case .bytes: ("alloc_space", "bytes")
    }
  }
}
