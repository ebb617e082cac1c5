import ArgumentParser
import Experimenting

/// Prepares the typed command line for the parser.
enum TypedArguments {
  /// Returns the arguments for the parser.
  /// - Throws: `Refusal` for a command that does not exist, with the one that was probably meant.
  static func prepared(
    _ arguments: [String], of root: any ParsableCommand.Type
  ) throws -> [String] {
    if arguments == ["-V"] { return ["--version"] }
    let isHelp = arguments.first == "help"
    try checkCommand(arguments.dropFirst(isHelp ? 1 : 0), of: root, isRoot: !isHelp)
    return try separated(arguments)
  }

  /// The command whose help is all that is wanted: the names of a command and its subcommand, if any, and `--help`.
  /// Nil for all else.
  ///
  /// The parser gives the same help, but reads the command's options first, and makes the text three times.
  static func explained(
    _ arguments: [String], by root: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    guard arguments.last == "--help" || arguments.last == "-h" else { return nil }
    var command = root
    for word in arguments.dropLast() {
      let commands = command.configuration.subcommands
      guard let found = commands.first(where: { $0.configuration.commandName == word }) else {
        return nil
      }
      command = found
    }
    return command
  }

  /// Returns the arguments with `--` before another command's.
  /// - Throws: `Refusal` for an option of hyperfine that has another name here.
  static func separated(_ arguments: [String]) throws -> [String] {
    guard arguments.first == "measure" else { return arguments }
    return try Array(arguments.prefix(1)) + MeasureArguments.prepared(arguments.dropFirst())
  }

  /// Follows the words from command to subcommand.
  private static func checkCommand(
    _ words: ArraySlice<String>, of parent: any ParsableCommand.Type, isRoot: Bool
  ) throws {
    let commands = parent.configuration.subcommands
    guard !commands.isEmpty, let word = words.first, !word.hasPrefix("-") else { return }
    if let found = commands.first(where: { $0.configuration.commandName == word }) {
      return try checkCommand(words.dropFirst(), of: found, isRoot: false)
    }
    if isRoot, word == "help" { return }
    let known = commands.compactMap { $0.configuration.commandName }
    throw Refusal.noCommand(word, of: parent.configuration.commandName, known: known)
  }
}

/// The arguments of `measure`, whose last part is another command's.
///
/// As with `time`, `env` and `nice`, the first word that is no option begins the command, and everything
/// after it belongs to the command. The parser would take options there as its own, so `--` is inserted
/// before it. If the user wrote `--`, another one says so: words after it are used as they are.
enum MeasureArguments {
  /// The options whose value is the next word. Tests compare this with the help.
  private static let valued: Set = [
    "-n", "-r", "--runs", "-w", "--warmup", "--max-time", "-s", "--setup", "-p", "--prepare",
    "--conclude", "-c", "--cleanup", "--input", "--time-limit", "--seed", "--chart", "--store",
    "--name", "--command-name", "--instructions-by", "--color", "--export", "--fail-above",
    "-D", "--parameter-step-size", "-m", "--min-runs", "-M", "--max-runs", "--sort", "--reference",
    "-u", "--time-unit", "--parameter-chart", "--ignore-status", "--items",
  ]

  /// The options whose value, a number, is optional.
  private static let optional: Set = ["--instructions", "--allocations", "--rerun-disturbed"]

  /// The options with a name and values, and their numbers of words.
  private static let parameters = ["-L": 2, "--parameter-list": 2, "-P": 3, "--parameter-scan": 3]

  /// hyperfine's options with other names here, for users who know hyperfine.
  private static let ofHyperfine = [
    "-N": "commands run without a shell anyway",
    "-S": "'--shell' is /bin/sh; another one is a part of the command: bash -c '…'",
    "--export-json": "'--export hyperfine=FILE' writes hyperfine's JSON",
    "--export-markdown": "'--export markdown=FILE' does that",
    "--export-csv": "'--export FILE' writes every value as CSV",
    "--output": "'--show-output' shows what commands write",
    "--reference-name": "'--command-name' names the reference first",
  ]

  /// - Throws: `Refusal` for an option of hyperfine that has another name here.
  static func prepared(_ arguments: ArraySlice<String>) throws -> [String] {
    var prepared: [String] = []
    var rest = arguments
    while let word = rest.first {
      guard word != "--" else { return prepared + ["--"] + rest }
      guard word.hasPrefix("-"), word != "-" else { return prepared + ["--"] + rest }
      rest = rest.dropFirst()
      let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
      if let words = ofHyperfine[name] { throw Refusal.optionOfHyperfine(name, words) }
      // As hyperfine has it; the parser knows no option whose value may be left out.
      if name == "--ignore-failure", word != name {
        let mode = String(word.dropFirst(name.count + 1))
        prepared += mode == "all-non-zero" ? [name] : ["--ignore-status", mode]
        continue
      }
      if let count = parameters[word], rest.count >= count, rest.first?.contains("=") == false {
        let words = rest.prefix(count)
        prepared += [
          word, "\(words[words.startIndex])=\(words.dropFirst().joined(separator: ","))",
        ]
        rest = rest.dropFirst(count)
        continue
      }
      prepared.append(word)
      let takesNext =
        valued.contains(word) || parameters[word] != nil || isPack(word)
        || optional.contains(word) && rest.first.flatMap { Int($0) } != nil
      if takesNext, let value = rest.first, value != "--" {
        prepared.append(value)
        rest = rest.dropFirst()
      }
    }
    return prepared
  }

  /// Several letters after one hyphen, the last with a value: `-in 5`.
  private static func isPack(_ word: String) -> Bool {
    guard word.count > 2, !word.hasPrefix("--"), let last = word.last,
      word.dropFirst().allSatisfy(\.isLetter)
    else { return false }
    return valued.contains("-\(last)")
  }
}
