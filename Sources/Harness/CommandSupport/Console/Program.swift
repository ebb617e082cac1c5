import Analysis
import ArgumentParser
import Experimenting
import Store

/// A program of Rehearse, from its first word to its exit status.
public enum Program {
  /// Carries out what the command line says. It ends as ArgumentParser's `main` does, except that what an error
  /// quotes is made plain.
  ///
  /// On the main thread: where there may be no other, whatever hops off it would wait for ever, and not be told so.
  /// - Parameters:
  ///   - root: the command that has all others.
  ///   - received: takes out of the arguments what is not for the parser.
  @MainActor public static func run<Root: AsyncParsableCommand>(
    _ root: Root.Type, received: ([String]) throws -> [String] = { $0 }
  ) async {
    do {
      // The runtime finds them by /proc/self/maps; none at all would be taken for a wish for help.
      guard !CommandLine.arguments.isEmpty else {
        Console.warn(
          "Error: The arguments can't be read: the runtime could not read /proc/self/maps.")
        throw Outcome.toolFailed.code
      }
      try Startup.prepare()
      var command = try await parsed(
        received(Array(CommandLine.arguments.dropFirst())), as: Root.self)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let ending = Ending(of: error, in: Root.self)
      // Help and the like.
      if ending.code.isSuccess { Root.exit(withError: error) }
      if !ending.words.isEmpty { Console.warn(ending.words) }
      Root.exit(withError: ending.code)
    }
  }

  /// Reads a command line; what it asks for has not begun then.
  public static func parsed<Root: AsyncParsableCommand>(
    _ arguments: [String], as root: Root.Type
  ) async throws -> any ParsableCommand {
    try await Root.asyncParseAsRoot(TypedArguments.prepared(arguments, of: Root.self))
  }
}

/// What a program ends with if a command throws.
public struct Ending {
  /// What standard error says; empty if all has been said.
  public let words: String
  let code: ExitCode

  /// The exit status.
  public var status: Int32 { code.rawValue }

  /// What an error leads to in a program.
  public init(of error: any Error, in program: any ParsableCommand.Type) {
    switch error {
    case let refusal as Refusal:
      (words, code) = ("Error: \(refusal)", refusal.code)
    // A name that is not there is wrong usage, whatever it is the name of.
    case let error as StoreError where error.isUnknownName:
      (words, code) = ("Error: \(error)", .validationFailure)
    case is Interrupted:
      (words, code) = ("", Outcome.interrupted.code)
    default:
      (words, code) = (program.fullMessage(for: error), program.exitCode(for: error))
    }
  }
}
