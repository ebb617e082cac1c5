import Analysis
import ArgumentParser
import Experimenting
import Store

/// A program of Rehearse, from its first word to its exit status.
public enum Program {
  /// Carries out what the command line says. It ends as ArgumentParser's `main` does, except that what an error
  /// quotes is made plain.
  /// - Parameters:
  ///   - root: the command that has all others.
  ///   - received: takes out of the arguments what is not for the parser.
  public static func run<Root: AsyncParsableCommand>(
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
      let arguments = try received(Array(CommandLine.arguments.dropFirst()))
      var command = try await Root.asyncParseAsRoot(
        TypedArguments.prepared(arguments, of: Root.self))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let refusal as Refusal {
      Console.warn("Error: \(refusal)")
      Root.exit(withError: refusal.code)
    } catch let error as StoreError where error.isUnknownName {
      // A name that is not there is wrong usage, whatever it is the name of.
      Console.warn("Error: \(error)")
      Root.exit(withError: ExitCode.validationFailure)
    } catch is Interrupted {
      Root.exit(withError: Outcome.interrupted.code)
    } catch {
      let code = Root.exitCode(for: error)
      // Help and the like.
      if code.isSuccess { Root.exit(withError: error) }
      let message = Root.fullMessage(for: error)
      if !message.isEmpty { Console.warn(message) }
      Root.exit(withError: code)
    }
  }
}
