import Analysis
import CommandSupport
import Experimenting
import Glibc
import Programs
import Running
import SystemPackage

struct CompanionProgram {
  private let companion: Companion
  private let path: FilePath

  /// Finds it as git finds its commands: beside this program, in `../libexec/rehearse`, then in the search path.
  /// - Throws: ``Refusal`` if it is in none of them.
  init(_ companion: Companion, for verb: String) throws {
    let name = companion.rawValue
    let installed = try InstalledProgram.places(of: name).first(where: SearchPath.isProgram)
    guard let path = installed ?? SearchPath.own.program(name) else {
      throw Refusal.notInstalled(companion, for: verb)
    }
    self.companion = companion
    self.path = path
  }

  /// Replaces this process by it. The process keeps its number, streams and environment, so signals reach the
  /// companion, and its exit status is this process's.
  /// - Parameter words: this program's arguments.
  /// - Throws: ``Refusal`` if it can't be started.
  func take(over words: [String]) throws -> Never {
    var arguments = ([path.string] + companion.arguments(for: words)).map { strdup($0) } + [nil]
    execv(path.string, &arguments)
    let reason = Errno(rawValue: errno)
    throw Refusal.toolFailed("The program \(path) can't be started: \(reason).")
  }
}
