import Analysis
import CommandSupport
import Experimenting
import Glibc
import Programs
import Running
import SystemPackage

/// A companion that is installed.
struct CompanionProgram {
  private let companion: Companion
  private let path: FilePath

  /// Finds it as git finds its own: beside this program, in `../libexec/rehearse`, then by the search path.
  /// - Parameter verb: what it is to carry out.
  /// - Throws: ``Refusal`` where it is in none of these.
  init(_ companion: Companion, for verb: String) throws {
    let name = companion.rawValue
    let installed = try InstalledProgram.places(of: name).first(where: SearchPath.isProgram)
    guard let path = installed ?? SearchPath.own.program(name) else {
      throw Refusal.notInstalled(companion, for: verb)
    }
    self.companion = companion
    self.path = path
  }

  /// Makes it of this process, which keeps its number, its streams and its surroundings: signals reach it,
  /// and its exit status is this process's.
  /// - Parameter words: the arguments of this program.
  /// - Throws: ``Refusal`` where it can't be started.
  func take(over words: [String]) throws -> Never {
    var arguments = ([path.string] + companion.arguments(for: words)).map { strdup($0) } + [nil]
    execv(path.string, &arguments)
    let reason = Errno(rawValue: errno)
    throw Refusal(.outcome(.toolFailed), "The program \(path) can't be started: \(reason).")
  }
}
