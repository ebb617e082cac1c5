import DriverKit
import DriverProtocol
import Glibc

/// The tests' driver. Without arguments, or with `--answer TEXT`, it keeps to the protocol and its
/// verbs do what stories ask for, good or bad; with `--misbehave HOW` it breaks the protocol; with
/// `--converse` it speaks a plainer one.
@main
enum TestDriver {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.last == "--converse" { converse() }
    guard arguments.count == 3, arguments[1] == "--misbehave" else {
      DriverKit.serve(TestApp.self)
    }
    guard let misbehaviour = Misbehaviour(rawValue: arguments[2]) else { exit(64) }
    misbehaviour.serve()
  }

  /// Answers each line `touch MEGABYTES` or `burn MILLISECONDS` by the CPU time of this process
  /// so far, ns.
  private static func converse() -> Never {
    while let words = readLine()?.split(separator: " "), words.count == 2,
      let number = Int(words[1])
    {
      if words[0] == "touch" { touch(number << 20) } else { burn(number) }
      append("\(cpuTime())\n", to: "/dev/stdout")
    }
    exit(0)
  }
}
