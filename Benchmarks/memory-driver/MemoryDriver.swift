import DriverKit

/// Steps that use memory in the ways that apps do, so that copies of this program can be set against
/// each other: what is kept, what is given back before the step ends, and both at once.
///
/// `--more KILOBYTES` stands for a build that keeps so much more in `hold`.
@main
final class MemoryDriver: HostedApp {
  static let driver = "memory-driver"

  static let verbs: [Verb<MemoryDriver>] = [
    // Keeps words in a list and an index: many small pieces of the heap.
    Verb("index") { app, arguments in
      let count = try arguments.integer("words")
      return Call {
        app.index(count)
      } outcome: {
        $1.count($0)
      }
    },
    // Sorts numbers in arrays that are gone at its end.
    Verb("sort") { _, arguments in
      let count = try arguments.integer("numbers")
      return Call {
        sorted(count)
      } outcome: {
        $1.count($0)
      }
    },
    // Keeps one large piece, each page of it written.
    Verb("hold") { app, arguments in
      let kilobytes = try arguments.integer("kilobytes")
      return Call {
        app.held = [UInt8](repeating: 1, count: (kilobytes + more) << 10)
      } outcome: {
        $1.count(kilobytes)
      }
    },
  ]

  private static let more: Int = {
    let words = CommandLine.arguments
    guard let place = words.firstIndex(of: "--more"), words.indices.contains(place + 1) else {
      return 0
    }
    return Int(words[place + 1]) ?? 0
  }()

  private var words: [String] = []
  private var places: [String: Int] = [:]
  private var held: [UInt8] = []

  init(fixture: Arguments, directory: String) throws {}

  private func index(_ count: Int) -> Int {
    for number in 0..<count {
      let word = "word number \(number &* 7919 % count)"
      places[word] = words.count
      words.append(word)
    }
    return places.count
  }

  private static func sorted(_ count: Int) -> Int {
    var state: UInt64 = 1
    let numbers = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33)
    }
    return numbers.sorted().count
  }

  static func main() { DriverKit.serve(MemoryDriver.self) }
}
