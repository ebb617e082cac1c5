import Analysis
import ArgumentParser
import Experimenting
import Glibc
import Store

/// A program of Rehearse, from its first argument to its exit status.
public enum Program {
  /// Carries out the command line. It ends like ArgumentParser's `main`, except that quoted text in errors is
  /// made plain.
  ///
  /// It runs on the main thread: if no other thread is possible, anything that left it would silently wait
  /// forever.
  /// - Parameters:
  ///   - root: the root command.
  ///   - received: removes arguments that are not for the parser.
  @MainActor public static func run<Root: AsyncParsableCommand>(
    _ root: Root.Type, received: ([String]) throws -> [String] = { $0 }
  ) async {
    do {
      // The runtime finds them in /proc/self/maps; no arguments at all would mean a request for help.
      guard !CommandLine.arguments.isEmpty else {
        Console.warn(
          "Error: The arguments can't be read: the runtime could not read /proc/self/maps.")
        throw Outcome.toolFailed.code
      }
      try Startup.prepare()
      let arguments = try received(Array(CommandLine.arguments.dropFirst()))
      // Help needs no other thread, and is there sooner without one.
      if let command = TypedArguments.explained(arguments, by: Root.self) {
        print(Root.helpMessage(for: command))
        exit(EXIT_SUCCESS)
      }
      try Startup.tryThreads()
      var command = try await parsed(arguments, as: Root.self)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let ending = Ending(of: error, in: Root.self)
      if !ending.words.isEmpty {
        // Help, for example, is no error.
        if ending.status == EXIT_SUCCESS { print(ending.words) } else { Console.warn(ending.words) }
      }
      // The parser's own exit would make the help of all commands once more.
      exit(ending.status)
    }
  }

  /// Reads a command line without starting its command.
  public static func parsed<Root: AsyncParsableCommand>(
    _ arguments: [String], as root: Root.Type
  ) async throws -> any ParsableCommand {
    try await Root.asyncParseAsRoot(TypedArguments.prepared(arguments, of: Root.self))
  }
}

/// How a program ends if a command throws.
public struct Ending {
  /// The message for standard error; empty if everything was already said.
  public let words: String
  let code: ExitCode

  /// The exit status.
  public var status: Int32 { code.rawValue }

  /// The ending for an error in a program.
  public init(of error: any Error, in program: any ParsableCommand.Type) {
    switch Refusal.meant(by: error) {
    case let refusal as Refusal: (words, code) = ("Error: \(refusal)", refusal.code)
    // An unknown name is wrong usage, whatever it names.
    case let error as StoreError where error.isUnknownName:
      (words, code) = ("Error: \(error)", .validationFailure)
    case let error as StoreError where error.isInterruption:
      (words, code) = ("\(error)", Outcome.interrupted.code)
    // Only a request to stop cancels anything; what was measured is kept.
    case is CancellationError: (words, code) = ("", Outcome.interrupted.code)
    default: (words, code) = (program.fullMessage(for: error), program.exitCode(for: error))
    }
  }
}
