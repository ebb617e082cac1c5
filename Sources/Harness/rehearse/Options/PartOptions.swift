import ArgumentParser
import Experimenting
import Glibc
import Recording

/// The part of an experiment that one of several machines makes.
struct PartOptions: ParsableArguments {
  @Option(
    name: .customLong("part"),
    help: ArgumentHelp(
      "Make only the K-th of N parts of the plan, as one of several machines; 'rehearse merge' puts "
        + "them together.", valueName: "K/N"))
  var text: String?

  @Option(help: "With --part: this machine's name among the others. Default: its host name.")
  var machine: String?

  func validate() throws {
    if let text, PlanShare(text) == nil {
      throw ValidationError(
        "--part is '\(text)'; allowed: K/N with K from 1 to N, and N up to \(PlanShare.most), as in "
          + "3/8.")
    }
    guard let machine else { return }
    if text == nil { throw ValidationError("--machine needs --part.") }
    if machine.isEmpty { throw ValidationError("--machine is empty; allowed: any name.") }
  }

  /// Refuses what needs the whole experiment, such as an export of verdicts.
  func check(exports: [ExportDestination], timeLimit: String? = nil) throws {
    guard text != nil else { return }
    if !exports.isEmpty {
      throw ValidationError(
        "--export with --part: a part decides nothing. Export what 'rehearse merge' puts together.")
    }
    if timeLimit != nil {
      throw ValidationError(
        "--max-time with --part: all parts follow one plan. --pairs says how long it is.")
    }
  }

  /// The choice that was made; nil where this machine makes all.
  var choice: PartChoice? {
    text.flatMap { PlanShare($0) }.map { PartChoice($0, on: machine ?? Self.hostName) }
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unnamed" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
