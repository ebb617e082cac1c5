import DriverProtocol
import Glibc

/// Ways to break the protocol. All greet and prepare well unless their name says otherwise, and
/// misbehave in their first step.
enum Misbehaviour: String {
  case rubbish
  case halfALine = "half-a-line"
  case twoReplies = "two-replies"
  case lateLine = "late-line"
  case endlessLine = "endless-line"
  case wrongVersion = "wrong-version"
  case noCost = "no-cost"
  /// Takes its cost from an argument: that of its second step, so that a good one went before.
  case claims
  case tooMuchCPU = "too-much-cpu"
  case tooMuchTime = "too-much-time"
  case tooLittleTime = "too-little-time"
  case worksBefore = "works-before"
  case worksAfter = "works-after"
  case worksAtTheEnd = "works-at-the-end"
  case growsBefore = "grows-before"
  case growsAfter = "grows-after"
  case growsAtTheEnd = "grows-at-the-end"
  case noBye = "no-bye"
  case lingers
  case talksOn = "talks-on"
  case refusesToEnd = "refuses-to-end"
  case failsAtTheEnd = "fails-at-the-end"
  case diesAtTheEnd = "dies-at-the-end"
  case closedOutput = "closed-output"
  case closedInput = "closed-input"
  case stopsLauncher = "stops-launcher"
  case stopsLauncherAndHangs = "stops-launcher-and-hangs"
  case exitsAfterTheAnswer = "exits-after-the-answer"
  case deaf
  case mute

  func serve() -> Never {
    while let line = readLine() {
      guard let request = try? LineCodec.message(Request.self, from: Array(line.utf8)) else {
        exit(65)
      }
      answer(request)
    }
    // The harness closed the input; one that lingers does not care.
    if self == .lingers || self == .closedOutput { hang(noting: "/dev/null") }
    exit(0)
  }

  private func answer(_ request: Request) {
    switch request {
    case .hello:
      if self == .mute { hang(noting: "/dev/null") }
      let version = self == .wrongVersion ? 99 : driverProtocolVersion
      say(Reply(ok: true, protocol: version, driver: rawValue))
    case .prepare:
      if self == .worksBefore { burn(120) }
      if self == .growsBefore { touch(64 << 20) }
      say(Reply(ok: true))
      if self == .deaf { hang(noting: "/dev/null") }
    case .step: answerStep()
    case .bye: answerBye()
    }
  }

  private func answerStep() {
    switch self {
    case .rubbish: write("What\tis \u{1B}[31mthat?\n")
    case .halfALine:
      write("{\"ok\":tr")
      exit(0)
    case .twoReplies: write(line(done) + line(done))
    case .lateLine:
      say(done)
      write("Oh, and another thing:\n")
    case .endlessLine: write(String(repeating: "x", count: 2 << 20))
    case .noCost: say(Reply(ok: true, outcome: ["count": .integer(1)]))
    case .claims:
      steps += 1
      guard steps == 2, let cost = CommandLine.arguments.last else { return say(done) }
      write("{\"ok\":true,\"cost\":\(cost),\"outcome\":{\"count\":1}}\n")
    case .tooMuchCPU: say(reply(wall: 1, cpu: 1_000_000_000_000))
    case .tooMuchTime: say(reply(wall: 1_000_000_000_000, cpu: 1))
    // More than what is granted to clocks.
    case .tooLittleTime:
      let milliseconds = 60 + 10 * sysconf(Int32(_SC_NPROCESSORS_CONF))
      burn(milliseconds)
      say(reply(wall: 1, cpu: Int64(milliseconds) * 1_000_000))
    case .worksAfter:
      say(done)
      burn(120)
    case .growsAfter:
      say(done)
      touch(64 << 20)
    case .closedOutput: close(STDOUT_FILENO)
    case .closedInput:
      close(STDIN_FILENO)
      say(done)
      hang(noting: "/dev/null")
    case .stopsLauncher:
      kill(getppid(), SIGSTOP)
      say(done)
    case .stopsLauncherAndHangs:
      kill(getppid(), SIGSTOP)
      hang(noting: "/dev/null")
    case .exitsAfterTheAnswer:
      say(done)
      exit(7)
    default: say(done)
    }
  }

  private func answerBye() {
    if self == .worksAtTheEnd { burn(120) }
    if self == .growsAtTheEnd { touch(64 << 20) }
    switch self {
    case .noBye: hang(noting: "/dev/null")
    case .failsAtTheEnd:
      say(Reply(ok: true))
      exit(9)
    case .talksOn:
      say(Reply(ok: true))
      write("Farewell!\n")
    case .refusesToEnd: say(Reply(ok: false))
    case .diesAtTheEnd:
      say(Reply(ok: true))
      crash(SIGABRT)
    default: say(Reply(ok: true))
    }
    if self != .lingers { exit(0) }
  }

  nonisolated(unsafe) private static var steps = 0
  private var steps: Int {
    get { Self.steps }
    nonmutating set { Self.steps = newValue }
  }

  private var done: Reply { reply(wall: 1, cpu: 1) }

  private func reply(wall: Int64, cpu: Int64) -> Reply {
    Reply(
      ok: true, cost: Cost(wall: .nanoseconds(wall), cpu: .nanoseconds(cpu)),
      outcome: ["count": .integer(1)])
  }

  private func line(_ reply: Reply) -> String {
    guard let line = try? LineCodec.line(reply) else { exit(70) }
    return String(decoding: line, as: UTF8.self)
  }

  private func say(_ reply: Reply) { write(line(reply)) }

  /// Writes all at once, as far as the pipe takes it.
  private func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
