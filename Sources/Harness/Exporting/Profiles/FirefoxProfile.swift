import Analysis
import Foundation
import Recording
import Tables

/// The Firefox Profiler's processed profile: a thread for each story on each build, whose samples weigh what
/// their paths took, ms. When each was taken is not recorded: they follow each other.
///
/// Source: firefox-devtools/profiler, `src/types/profile.ts`, version 70 of the processed format; the page
/// upgrades older files by itself.
struct FirefoxProfile {
  private var strings: [String: Int] = [:]
  private var modules: [String: Int] = [:]
  private var functions: [ProfiledFunction: Int] = [:]
  /// The functions of all stacks: each has one frame.
  private var order: [ProfiledFunction] = []
  private var frames: [Int] = []
  private var prefixOffsets: [Int] = []
  private var threads: [JSONValue] = []

  /// The file's text.
  static func text(_ experiments: [ExportedExperiment]) throws(ExportError) -> String {
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
      ], "libs": [], "shared": shared, "threads": .list(profile.threads),
    ]
    return try PrintedJSON.lines([file], format: ExportFormat.firefoxProfiler.rawValue)[0] + "\n"
  }

  /// Whose code a function is; what is grey stands for what is not known.
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
    for (place, node) in tree.nodes.enumerated() {
      frames.append(own[node.function])
      // How far before it the caller stands; 0 of what nobody called.
      prefixOffsets.append(node.parent.map { place - $0 } ?? 0)
    }
    let weights = tree.places.map { tree.nodes[$0].time / (tree.unit == .cpuTime ? 1e6 : 1) }
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

  /// The tables that threads share.
  private var shared: JSONValue {
    let count = order.count
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
        "address": all(-1, count), "lib": all(-1, count), "inlineDepth": all(0, count),
        "category": .integers(order.map { Self.category($0.kind) }), "subcategory": all(0, count),
        "func": .integers(Array(order.indices)), "nativeSymbol": all(.null, count),
        "innerWindowID": all(.null, count), "line": all(.null, count),
        "column": all(.null, count), "originalLocation": all(.null, count),
        "length": .integer(count),
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
      "nativeSymbols": Self.empty(["libIndex", "address", "name", "functionSize"]),
      "sources": Self.empty(
        ["id", "filename", "startLine", "startColumn", "sourceMapURL", "content"]),
      "sourceLocationTable": Self.empty(["source", "line", "column"]),
      "stringArray": .list(strings.sorted { $0.value < $1.value }.map { .text($0.key) }),
    ]
  }

  private func place(of text: String) -> Int { strings[PlainLine(text).description] ?? 0 }

  /// An empty table.
  private static func empty(_ names: [String]) -> JSONValue {
    .object(
      Dictionary(uniqueKeysWithValues: names.map { ($0, []) }).merging(["length": 0]) { $1 })
  }
}

/// A document whose keys are another program's.
enum JSONValue: Encodable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  static func integers(_ values: [Int]) -> JSONValue { .list(values.map(JSONValue.integer)) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

  init(stringLiteral value: String) { self = .text(value) }

  init(integerLiteral value: Int) { self = .integer(value) }

  init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension Profile.Unit {
  /// The Firefox Profiler's types of weights.
  fileprivate var firefoxName: String {
    switch self {
    case .cpuTime: "tracing-ms"
    case .blocks: "samples"
    case .bytes: "bytes"
    }
  }
}
