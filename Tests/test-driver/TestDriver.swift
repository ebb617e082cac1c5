import DriverKit
import Glibc

/// The tests' driver. Without arguments, or with `--answer TEXT`, it keeps to the protocol and its
/// verbs do what stories ask for, good or bad; with `--misbehave HOW [WHAT]` it breaks the protocol; with
/// `--converse` it speaks a plainer one; with `--serve PORT [FACTOR]` it is a server that such a driver asks.
@main
enum TestDriver {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.last == "--converse" { converse() }
    if arguments.count == 4, arguments[1] == "--work", let megabytes = Int(arguments[2]),
      let milliseconds = Int(arguments[3])
    {
      work(megabytes: megabytes, milliseconds: milliseconds)
    }
    if arguments.count >= 3, arguments[1] == "--serve", let port = Int(arguments[2]) {
      Service.serve(port: port, factor: arguments.dropFirst(3).first.flatMap { Int($0) } ?? 1)
    }
    guard arguments.count >= 3, arguments[1] == "--misbehave" else {
      DriverKit.serve(TestApp.self)
    }
    guard let misbehaviour = Misbehaviour(rawValue: arguments[2]) else { exit(64) }
    misbehaviour.serve()
  }

  /// Answers each line `touch MEGABYTES` or `burn MILLISECONDS` by the CPU time of this process
  /// so far, ns; `children COUNT MEGABYTES MILLISECONDS`, and `siblings …` all at once, by theirs;
  /// `start MEGABYTES` starts one that lives on until `end`, `escape` one in a session of its own:
  /// the answer is its pid.
  private static func converse() -> Never {
    var started: [Child] = []
    while let words = readLine()?.split(separator: " "), let verb = words.first {
      let numbers = words.dropFirst().compactMap { Int($0) }
      switch (verb, numbers.count) {
      case ("touch", 1): touch(numbers[0] << 20)
      case ("burn", 1): burn(numbers[0])
      case ("start", 1):
        let child = Child(["--work", "\(numbers[0])", "0"])
        child.listen()
        started.append(child)
        append("\(child.pid)\n", to: "/dev/stdout")
        continue
      case ("end", 0): _ = started.popLast()?.end()
      case ("escape", 0):
        append("\(spawnEscapee())\n", to: "/dev/stdout")
        continue
      case ("children", 3), ("siblings", 3):
        let family = Family(
          count: numbers[0], megabytes: numbers[1], milliseconds: numbers[2])
        let cpu = verb == "siblings" ? family.gather().end() : family.live()
        append("\(cpu)\n", to: "/dev/stdout")
        continue
      default: exit(64)
      }
      append("\(cpuTime())\n", to: "/dev/stdout")
    }
    exit(0)
  }
}
