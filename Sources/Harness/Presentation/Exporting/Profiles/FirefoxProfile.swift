import Analysis
import DriverProtocol
import Foundation
import Recording
import Reports
import Tables

/// The Firefox Profiler's processed profile: a thread for each story on each build, whose samples are
/// weighted by their paths' time, ms. Their times are not recorded, so they are consecutive.
///
/// Source: firefox-devtools/profiler, `src/types/profile.ts`, version 70 of the processed format; the page
/// upgrades older files by itself.
struct FirefoxProfile {
  private var strings: [String: Int] = [:]
  private var modules: [String: Int] = [:]
  private var functions: [ProfiledFunction: Int] = [:]
  /// The functions of all stacks.
  private var order: [ProfiledFunction] = []
  /// The frames: one for each function, and one more for each way in which it was inlined.
  private var kinds: [Frame] = []
  private var frameNumbers: [Frame: Int] = [:]
  /// The functions into which others were inlined, each a native symbol.
  private var hosts: [Int: Int] = [:]
  private var frames: [Int] = []
  private var prefixOffsets: [Int] = []
  private var threads: [JSONValue] = []

  /// A function as called, or as inlined.
  private struct Frame: Hashable {
    let function: Int
    /// The function that contains its code, if it is another.
    var host: Int?
    /// The number of inlined functions around it; 0 for a called one.
    var depth = 0
  }

  static func text(_ experiments: [ExportedExperiment]) throws(OutputError) -> String {
    let trees = try experiments.callTrees(for: .firefoxProfiler)
    let experiment = try experiments.only(for: "").analysis.experiment
    var profile = Self()
    for tree in trees { profile.add(tree) }
    let shared = profile.shared
    let file: JSONValue = [
      "meta": [
        "version": 34, "preprocessedProfileVersion": 70, "product": "Rehearse",
        "importedFrom": .text("rehearse \(experiment.version)"), "interval": 1,
        "startTime": .number((experiment.startedAt.timeIntervalSince1970 * 1000).rounded()),
        "processType": 0, "stackwalk": 1, "symbolicated": true, "usesOnlyOneStackType": true,
        "sourceCodeIsNotOnSearchfox": true, "keepProfileThreadOrder": true, "markerSchema": [],
        "categories": .list(categories),
      ], "libs": .list(profile.libraries), "shared": shared, "threads": .list(profile.threads),
    ]
    return try PrintedJSON.lines([file], format: ExportFormat.firefoxProfiler.rawValue)[0] + "\n"
  }

  /// The owner of a function's code; grey means unknown.
  private static let categories: [JSONValue] = [
    ("Other", "grey"), ("App", "blue"), ("Runtime", "yellow"), ("Library", "green"),
    ("Kernel", "orange"),
  ].map { ["name": .text($0), "color": .text($1), "subcategories": ["Other"]] }

  private static func category(_ kind: ModuleKind) -> Int {
    switch kind {
    case .unknown: 0
    case .app: 1
    case .runtime: 2
    case .library: 3
    case .kernel: 4
    }
  }

  private mutating func string(_ text: String) -> Int {
    let line = PlainLine(text).description
    let place = strings[line] ?? strings.count
    strings[line] = place
    return place
  }

  private mutating func add(_ tree: CallTree) {
    let own = tree.functions.map { function in
      if let place = functions[function] { return place }
      functions[function] = order.count
      order.append(function)
      _ = string(function.name)
      _ = string(function.module)
      modules[function.module] = modules[function.module] ?? modules.count
      return order.count - 1
    }
    let first = frames.count
    var made: [Frame] = []
    for (place, node) in tree.nodes.enumerated() {
      var frame = Frame(function: own[node.function])
      if node.isInlined, let caller = node.parent.map({ made[$0] }) {
        let host = caller.host ?? caller.function
        (frame.host, frame.depth) = (host, caller.depth + 1)
        hosts[host] = hosts[host] ?? hosts.count
      }
      made.append(frame)
      let number = frameNumbers[frame] ?? kinds.count
      if number == kinds.count { kinds.append(frame) }
      frameNumbers[frame] = number
      frames.append(number)
      // How far before it the caller is; 0 without a caller.
      prefixOffsets.append(node.parent.map { place - $0 } ?? 0)
    }
    let weights = tree.places.map { tree.nodes[$0].time / (tree.unit.isTime ? 1e6 : 1) }
    var times: [Double] = []
    var end = 0.0
    for weight in weights {
      times.append(end)
      end += weight
    }
    let number = threads.count + 1
    threads.append([
      "name": .text(PlainLine(tree.name.joined(separator: " on ")).description),
      "processName": .text(PlainLine(tree.build).description), "pid": .text("\(number)"),
      "tid": .integer(number), "processType": "default", "processStartupTime": 0,
      "processShutdownTime": .null, "registerTime": 0, "unregisterTime": .null,
      "pausedRanges": [], "isMainThread": true,
      "samples": [
        "stack": .integers(tree.places.map { first + $0 }),
        "time": .list(times.map(JSONValue.number)),
        "weight": .list(weights.map(JSONValue.number)), "weightType": .text(tree.unit.firefoxName),
        "length": .integer(weights.count),
      ],
      "markers": Self.empty(["data", "name", "startTime", "endTime", "phase", "category"]),
    ])
  }

  /// The functions into which others were inlined, in the order of their native symbols.
  private var orderedHosts: [ProfiledFunction] {
    hosts.sorted { $0.value < $1.value }.map { order[$0.key] }
  }

  /// The files of these; only their names are known.
  private var libraries: [JSONValue] {
    orderedHosts.map { function in
      let name = JSONValue.text(PlainLine(function.module).description)
      return [
        "arch": "", "name": name, "path": "", "debugName": name, "debugPath": "", "breakpadId": "",
        "codeId": .null,
      ]
    }
  }

  private var shared: JSONValue {
    let count = order.count
    let frameCount = kinds.count
    func all(_ value: JSONValue, _ count: Int) -> JSONValue {
      .list(Array(repeating: value, count: count))
    }
    let names = modules.sorted { $0.value < $1.value }.map { place(of: $0.key) }
    return [
      "stackTable": [
        "frame": .integers(frames), "prefixOffset": .integers(prefixOffsets),
        "length": .integer(frames.count),
      ],
      "frameTable": [
        "address": all(-1, frameCount), "lib": all(-1, frameCount),
        "inlineDepth": .integers(kinds.map(\.depth)),
        "category": .integers(kinds.map { Self.category(order[$0.function].kind) }),
        "subcategory": all(0, frameCount), "func": .integers(kinds.map(\.function)),
        "nativeSymbol": .list(
          kinds.map { frame in frame.host.flatMap { hosts[$0] }.map { .integer($0) } ?? .null }),
        "innerWindowID": all(.null, frameCount), "line": all(.null, frameCount),
        "column": all(.null, frameCount), "originalLocation": all(.null, frameCount),
        "length": .integer(frameCount),
      ],
      "funcTable": [
        "name": .integers(order.map { place(of: $0.name) }), "isJS": all(false, count),
        "relevantForJS": all(false, count),
        "resource": .integers(order.map { modules[$0.module] ?? -1 }), "source": all(.null, count),
        "lineNumber": all(.null, count), "columnNumber": all(.null, count),
        "originalLocation": all(.null, count), "length": .integer(count),
      ],
      // Each is a library.
      "resourceTable": [
        "name": .integers(names), "host": all(.null, names.count), "type": all(1, names.count),
        "length": .integer(names.count),
      ],
      "nativeSymbols": [
        "libIndex": .integers(Array(0..<hosts.count)), "address": all(0, hosts.count),
        "name": .integers(orderedHosts.map { place(of: $0.name) }),
        "functionSize": all(.null, hosts.count), "length": .integer(hosts.count),
      ],
      "sources": Self.empty(
        ["id", "filename", "startLine", "startColumn", "sourceMapURL", "content"]),
      "sourceLocationTable": Self.empty(["source", "line", "column"]),
      "stringArray": .list(strings.sorted { $0.value < $1.value }.map { .text($0.key) }),
    ]
  }

  private func place(of text: String) -> Int { strings[PlainLine(text).description] ?? 0 }

  private static func empty(_ names: [String]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: names.map { ($0, []) }).merging(["length": 0]) { $1 })
  }
}

extension JSONValue {
  fileprivate static func integers(_ values: [Int]) -> JSONValue {
    .list(values.map(JSONValue.integer))
  }
}

extension Profile.Unit {
  /// The Firefox Profiler's types of weights.
  fileprivate var firefoxName: String {
    switch self {
    case .cpuTime, .offCPUTime: "tracing-ms"
    case .blocks: "samples"
    case .bytes: "bytes"
    }
  }
}
