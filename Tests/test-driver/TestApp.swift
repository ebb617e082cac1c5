import DriverKit
import Glibc

/// An app without contents: its verbs only have effects that a test can look for.
final class TestApp: HostedApp {
  static let driver = "test-driver"
  static let verbs = effects + endings + reports

  private let directory: String
  private var kept = 0
  /// Processes that stay beyond the step that started them.
  private var family: [Child] = []
  /// Counted before the harness begins to sample.
  private let harnessDescriptorsAtStart = harnessDescriptors()

  init(fixture: Arguments, directory: String) throws {
    self.directory = directory
    if let reason = try? fixture.text("refuse") {
      throw Refused(code: "refused", description: reason)
    }
    if fixture.names.contains("leave") {
      mkdir("\(directory)/folder", 0o700)
      close(open("\(directory)/folder/file", O_CREAT | O_WRONLY, 0o600))
    }
  }

  /// An array that nobody frees.
  private final class Kept {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// A build that does more work is one that was started with `--answer FACTOR`.
  private static var factor: Int { Int(CommandLine.arguments.last ?? "") ?? 1 }

  /// What costs something.
  private static let effects: [Verb<TestApp>] = [
    Verb("count") { _, arguments in
      let number = try arguments.integer("to")
      return Call {
      } outcome: {
        $1.count(number)
      }
    },
    Verb("touch") { _, arguments in
      let bytes = try arguments.integer("megabytes") << 20
      return Call {
        touch(bytes * factor)
      } outcome: { _, outcome in
        outcome.count(bytes)
      }
    },
    Verb("burn") { _, arguments in
      let milliseconds = try arguments.integer("milliseconds")
      return Call {
        burn(milliseconds)
      } outcome: { _, outcome in
        outcome.count(milliseconds)
      }
    },
    Verb("compute") { _, arguments in
      let rounds = try arguments.integer("rounds") * factor
      let onThread = arguments.text("on", default: "") == "thread"
      return Call {
        onThread ? computeOnThread(rounds) : compute(rounds)
      } outcome: {
        $1.count($0)
      }
    },
    Verb("await") { _, arguments in
      let rounds = try arguments.integer("rounds")
      let onMain = try arguments.boolean("on-main", default: false)
      return Call {
        await Task.yield()
        return onMain ? await computeOnMainActor(rounds) : compute(rounds)
      } outcome: {
        $1.count($0)
      }
    },
    Verb("print") { _, arguments in
      let text = try arguments.text("text")
      return Call {
        print(text)
        fflush(nil)
      } outcome: {
        $1.count(text.count)
      }
    },
    Verb("complain") { _, arguments in
      let bytes = try arguments.integer("bytes")
      return Call {
        complain(bytes)
      } outcome: {
        $1.count(bytes)
      }
    },
    Verb("log") { _, arguments in
      let file = try arguments.text("file")
      return Call {
        append("\(getpid())\n", to: file)
      } outcome: {
        $1.count(1)
      }
    },
    Verb("spawn") { _, _ in
      Call {
        spawnSleeper()
      } outcome: {
        $1.fact("pid", .integer(Int($0)))
      }
    },
    Verb("family") { app, arguments in
      let family = Family(
        count: try arguments.integer("count"), megabytes: try arguments.integer("megabytes"),
        milliseconds: try arguments.integer("milliseconds"))
      guard arguments.text("stays", default: "no") == "yes" else {
        return Call {
          family.live()
        } outcome: {
          $1.fact("cpu", .integer($0))
        }
      }
      return Call {
        app.family = family.gather()
      } outcome: {
        $1.count(app.family.count)
      }
    },
    Verb("part") { app, _ in
      Call {
        app.family.end()
      } outcome: {
        $1.fact("cpu", .integer($0))
      }
    },
    Verb("escape") { _, _ in
      Call {
        spawnEscapee()
      } outcome: {
        $1.fact("pid", .integer(Int($0)))
      }
    },
    Verb("inherit") { _, _ in
      Call {
        // The status is the number of bytes on standard input.
        Int(system("exit $(cat | wc -c)")) >> 8
      } outcome: {
        $1.count($0)
      }
    },
    Verb("ask") { _, arguments in
      let line = try arguments.text("for")
      let variable = arguments.text("port", default: "SERVER_PORT")
      guard let text = getenv(variable), let port = Int(String(cString: text)) else {
        throw Refused(code: "no-port", description: "there is no \(variable)")
      }
      return Call {
        guard let answer = Service.ask(line, port: port) else {
          throw Refused(code: "no-answer", description: "the server said nothing")
        }
        return answer
      } outcome: { answer, outcome in
        outcome.fact("answer", .text(answer))
      }
    },
    Verb("answer") { _, _ in
      Call {
      } outcome: { _, outcome in
        outcome.fact("answered", .bool(true))
        outcome.mix(CommandLine.arguments.last ?? "")
      }
    },
    Verb("refuse") { _, arguments in
      let code = try arguments.text("code")
      return Call {
        throw Refused(code: code, description: "asked to")
      } outcome: { _, _ in
      }
    },
  ]

  /// What never answers.
  private static let endings: [Verb<TestApp>] = [
    Verb("exit") { _, arguments in
      let status = try arguments.integer("status")
      let words = arguments.text("words", default: "")
      return Call {
        append(words, to: "/dev/stderr")
        exit(Int32(status))
      } outcome: { _, _ in
      }
    },
    Verb("crash") { _, arguments in
      let signal = try arguments.integer("signal")
      return Call {
        crash(Int32(signal))
      } outcome: { _, _ in
      }
    },
    Verb("hang") { _, arguments in
      let file = arguments.text("file", default: "/dev/null")
      return Call {
        hang(noting: file)
      } outcome: { _, _ in
      }
    },
  ]

  /// What tells how the driver was started.
  private static let reports: [Verb<TestApp>] = [
    Verb("environment") { _, _ in
      Call {
      } outcome: { _, outcome in
        var variable = environ
        while let text = variable.pointee.map({ String(cString: $0) }) {
          let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          outcome.fact(String(parts[0]), .text(String(parts[1])))
          variable += 1
        }
      }
    },
    Verb("placement") { _, _ in
      Call {
      } outcome: { _, outcome in
        outcome.fact("cpus", .text(Placement.cpus))
        outcome.fact("slice", .text(Placement.slice))
        outcome.fact("policy", .integer(Int(sched_getscheduler(0))))
      }
    },
    Verb("descriptors") { _, _ in
      Call {
      } outcome: { _, outcome in
        // 3 is DriverKit's own copy of standard output.
        let open = (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
        outcome.fact("open", .text(open.map { "\($0)" }.joined(separator: " ")))
      }
    },
    Verb("harness-descriptors") { app, _ in
      Call {
      } outcome: { _, outcome in
        outcome.fact("counted", .bool(app.harnessDescriptorsAtStart > 0))
        outcome.mix(app.harnessDescriptorsAtStart)
      }
    },
    // Keeps an array, where it was started with `--keep`; only what is shown shows that.
    Verb("keep") { app, arguments in
      let bytes = try arguments.integer("bytes")
      let isShown = arguments.names.contains("shown")
      return Call {
        if CommandLine.arguments.contains("--keep") {
          _ = Unmanaged.passRetained(Kept([UInt8](repeating: 1, count: bytes)))
          app.kept += 1
        }
      } outcome: {
        $1.fact("kept", isShown ? app.kept : 0)
      }
    },
    Verb("open") { _, _ in
      Call {
        _ = open("/dev/null", O_RDONLY)
      } outcome: {
        $1.fact("kept", 0)
      }
    },
    Verb("directory") { app, _ in
      Call {
      } outcome: {
        $1.fact("path", .text(app.directory))
      }
    },
  ]
}

struct Refused: CodedError {
  let code: String
  let description: String
}
