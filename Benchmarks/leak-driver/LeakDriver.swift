import CRuntime
import DriverKit
import Glibc

/// Cycles of healthy apps and of apps that leak, with real memory: `work` does what an app does between
/// two times that its screen shows the same, and `state` is that screen.
@main
final class LeakDriver: HostedApp {
  static let driver = "leak-driver"

  static let verbs: [Verb<LeakDriver>] = [
    Verb("work") { app, arguments in
      let pattern = try arguments.text("pattern")
      let period = try arguments.integer("period")
      return Call {
        app.work(pattern, period)
      } outcome: {
        $1.fact("done", $0)
      }
    },
    Verb("state") { _, _ in
      Call {
        "home"
      } outcome: {
        $1.fact("screen", $0)
      }
    },
  ]

  /// An object of 32 bytes.
  private final class Node {
    var other: Node?
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  private var cycle = 0
  private var pieces: [[UInt8]] = []
  private var table: [Int] = []
  private var lines: [String] = []
  private var observers: [() -> Int] = []

  init(fixture: Arguments, directory: String) throws {}

  /// - Returns: false where there is no such pattern.
  private func work(_ pattern: String, _ period: Int) -> Bool {
    cycle += 1
    switch pattern {
    // Healthy.
    case "sawtooth":
      pieces.append(piece(1000))
      if cycle.isMultiple(of: period) { pieces = [] }
    case "bounded cache":
      pieces.append(piece(1000))
      if pieces.count > period { pieces.removeFirst() }
    case "doubling table":
      if table.count < period { table.append(cycle) }
    case "lazy start":
      if cycle == period { pieces.append(piece(100_000)) }
    case "pool":
      while pieces.count < min(period, cycle * 7919 % (period + 1)) { pieces.append(piece(4096)) }
    case "thread start":
      if cycle.isMultiple(of: 3), cycle <= period { startThread() }
    case "trim":
      pieces.append(piece(1000))
      if cycle.isMultiple(of: period) {
        pieces = []
        malloc_trim(0)
      }
    case "log rotation":
      lines.append(String(repeating: "x", count: 40 + cycle * 7919 % 120))
      if lines.count > period { lines = [] }
    // Leaks.
    case "one object a cycle": forgetNode()
    case "one object in 100 cycles":
      if cycle.isMultiple(of: 100) { forgetNode() }
    case "growing array": table.append(cycle)
    case "retain cycle":
      let (a, b) = (Node(cycle), Node(cycle))
      (a.other, b.other) = (b, a)
    case "forgotten observer":
      let (cycle, table) = (cycle, table)
      observers.append { cycle + table.count }
    default: return false
    }
    return true
  }

  /// Makes an object that nobody releases. Its address goes to a function in C: else the optimiser sees that
  /// nobody reads it, and makes none.
  private func forgetNode() {
    _ = malloc_usable_size(Unmanaged.passRetained(Node(cycle)).toOpaque())
  }

  private func piece(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(truncatingIfNeeded: cycle), count: count)
  }

  private func startThread() {
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in while true { pause() } }, nil)
  }

  static func main() { DriverKit.serve(LeakDriver.self) }
}
