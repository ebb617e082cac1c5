import ArgumentParser
import Testing

@testable import CommandSupport
@testable import rehearse

extension Shell {
  /// How the program ends that refuses words.
  struct Refusal {
    let status: Int32
    let errors: String
  }

  /// Has the parser refuse words: what the program says then, and its status.
  ///
  /// Nothing has begun when options are refused, so the parser is called in this process, which takes a part of
  /// what starting a program does; `RefusalTests` hold both against each other. A number that is attached to an
  /// option, as in `--instructions=x`, is looked up among the program's own arguments, and takes the program.
  /// - Throws: fails the test where the words are accepted.
  static func refusal(
    of words: [String], at location: SourceLocation = #_sourceLocation
  ) async throws -> Refusal {
    var refusal: Refusal?
    do {
      _ = try await Program.parsed(words, as: Rehearse.self)
    } catch {
      let ending = Ending(of: error, in: Rehearse.self)
      refusal = Refusal(status: ending.status, errors: ending.words + "\n")
    }
    return try #require(refusal, "\(words) are accepted", sourceLocation: location)
  }

  /// The help of a command both ways, made in this process: of `COMMAND --help`, and of `help COMMAND`, which is the
  /// parser's own command.
  static func help(of command: String) async throws -> (option: String, command: String) {
    let explained = try #require(TypedArguments.explained([command, "--help"], by: Rehearse.self))
    var words = ""
    do {
      var help = try await Program.parsed(["help", command], as: Rehearse.self)
      try help.run()
    } catch {
      words = Ending(of: error, in: Rehearse.self).words
    }
    return (Rehearse.helpMessage(for: explained), words)
  }
}
