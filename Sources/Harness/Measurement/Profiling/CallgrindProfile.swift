import Recording

/// Reads the work of functions from a file written by callgrind.
///
/// Cost lines belong to the function named before them. The line after `calls=` is the cost of the call, which
/// is part of the caller's inclusive cost. A name is written out once, and referred to by number after that.
///
/// Source: "Callgrind Format Specification", Valgrind 3.19.
public struct CallgrindProfile {
  private var names: FunctionNames
  private var files: [Substring: Substring] = [:]
  private var functions: [Substring: Substring] = [:]
  private var works: [ProfiledFunction: Work] = [:]

  private struct Work {
    var own: Int64 = 0
    var called: Int64 = 0
    var calls: Int64 = 0
    var callees: Set<ProfiledFunction> = []
  }

  /// Creates an empty profile.
  public init() { names = FunctionNames(programs: []) }

  /// Adds the costs of a file.
  /// - Throws: ``ProfilingError`` at a line that is not understood.
  public mutating func add(_ text: String) throws(ProfilingError) {
    files = [:]
    functions = [:]
    // Each process names its program, in `cmd:  /tmp/driver --option`.
    if let start = text.firstRange(of: "\ncmd:")?.upperBound {
      let word = text[start...].drop { $0 == " " }.prefix { $0 != " " && $0 != "\n" }
      names = FunctionNames(programs: [word.split(separator: "/").last.map(String.init) ?? ""])
    }
    var (object, calledObject): (Substring, Substring?) = ("", nil)
    var (own, called): (ProfiledFunction?, ProfiledFunction?) = (nil, nil)
    var calls: Int64?
    var isPart = false
    for line in text.split(separator: "\n") {
      guard let first = line.utf8.first else { continue }
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || first == UInt8(ascii: "+")
        || first == UInt8(ascii: "-") || first == UInt8(ascii: "*")
      {
        let words = line.split(separator: " ")
        guard let cost = words.count > 1 ? Int64(words[1]) : 0 else {
          throw ProfilingError.unknownLine(String(line), of: .callgrind)
        }
        guard let own else { throw ProfilingError.unknownLine(String(line), of: .callgrind) }
        if let count = calls {
          // For a recursive function only the outermost call counts.
          if let called {
            if called != own {
              works[own, default: Work()].called &+= cost
              works[own, default: Work()].callees.insert(called)
            }
            // Resuming after a wait is not a call.
            if !isPart { works[called, default: Work()].calls &+= count }
          }
          calls = nil
        } else {
          works[own, default: Work()].own &+= cost
        }
        continue
      }
      guard let sign = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: sign)...]
      switch line[..<sign] {
      case "ob": object = Self.name(value, &files)
      case "cob": calledObject = Self.name(value, &files)
      case "fn":
        own = function(Self.name(value, &functions), object)
        calledObject = nil
      case "cfn":
        let name = Self.name(value, &functions)
        called = function(name, calledObject ?? object)
        isPart = SwiftName.isContinuation(name)
        calledObject = nil
      case "calls":
        guard let count = value.split(separator: " ").first.flatMap({ Int64($0) }), count >= 0
        else { throw ProfilingError.unknownLine(String(line), of: .callgrind) }
        calls = count
      default: continue
      }
    }
  }

  /// The counts of everything added.
  public var counts: CallCounts {
    // In a cycle of calls, each function's inclusive work has that of the others several times.
    let circles = Circles(works.mapValues(\.callees)).members
    return CallCounts(
      works.map { function, work in
        CallCounts.Count(
          function: function, own: work.own,
          inclusive: circles.contains(function) ? nil : work.own &+ work.called,
          calls: work.calls)
      }.sorted { ($0.own, $0.function.name) > ($1.own, $1.function.name) })
  }

  /// The name in `(12) name`, or the name that number 12 had before.
  private static func name(_ value: Substring, _ known: inout [Substring: Substring]) -> Substring {
    guard value.hasPrefix("("), let end = value.firstIndex(of: ")") else { return value }
    let number = value[...end]
    let name = value[end...].dropFirst().drop { $0 == " " }
    if name.isEmpty { return known[number] ?? number }
    known[number] = name
    return name
  }

  private mutating func function(_ name: Substring, _ object: Substring) -> ProfiledFunction {
    // Members of a cycle of calls have names such as `f'2`.
    let symbol = name.lastIndex(of: "'").map { mark in
      name[mark...].dropFirst().allSatisfy(\.isNumber) ? name[..<mark] : name
    }
    let bare = symbol ?? name
    let isUnknown = bare == "???" || bare.hasPrefix("0x")
    return names.function(symbol: isUnknown ? nil : bare, image: object)
  }
}

/// Groups of functions that call each other: those that can be reached from themselves through another.
///
/// Source: Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM J. Comput. 1 (1972), without recursion.
private struct Circles {
  private(set) var members: Set<ProfiledFunction> = []

  init(_ callees: [ProfiledFunction: Set<ProfiledFunction>]) {
    var (numbers, lowest): ([ProfiledFunction: Int], [ProfiledFunction: Int]) = ([:], [:])
    var path: [ProfiledFunction] = []
    var isOnPath: Set<ProfiledFunction> = []
    for start in callees.keys where numbers[start] == nil {
      var visits: [(function: ProfiledFunction, left: [ProfiledFunction])] = []
      func enter(_ function: ProfiledFunction) {
        (numbers[function], lowest[function]) = (numbers.count, numbers.count)
        path.append(function)
        isOnPath.insert(function)
        visits.append((function, Array(callees[function] ?? [])))
      }
      enter(start)
      while let (function, left) = visits.last {
        if let next = left.last {
          visits[visits.count - 1].left.removeLast()
          if numbers[next] == nil {
            enter(next)
          } else if isOnPath.contains(next), let number = numbers[next] {
            lowest[function] = min(lowest[function] ?? number, number)
          }
          continue
        }
        visits.removeLast()
        if let caller = visits.last?.function, let low = lowest[function] {
          lowest[caller] = min(lowest[caller] ?? low, low)
        }
        guard lowest[function] == numbers[function],
          let place = path.lastIndex(of: function)
        else { continue }
        let circle = path[place...]
        if circle.count > 1 { members.formUnion(circle) }
        isOnPath.subtract(circle)
        path.removeSubrange(place...)
      }
    }
  }
}
