import Analysis
import ArgumentParser
import Foundation
import Programs
import Recording
import Reports
import Running
import Scenarios
import Statistics
import SystemPackage

/// The commands that `measure` measures, and the commands around their runs.
struct CommandOptions: ParsableArguments {
  @Option(
    name: [.customShort("L"), .long], parsing: .singleValue,
    help: ArgumentHelp(
      """
      Measure the commands once for each of these values, which take the place of '{name}' in \
      them, as in -L level 1,6,9; can be repeated.
      """, valueName: "name values"))
  var parameterList: [String] = []

  @Option(
    name: [.customShort("P"), .long], parsing: .singleValue,
    help: ArgumentHelp(
      "The same with all numbers of a range, as in -P threads 1 8.", valueName: "name min max"))
  var parameterScan: [String] = []

  @Option(
    name: [.customShort("D"), .long],
    help: ArgumentHelp(
      "The step from one number of -P to the next. Default: 1.", valueName: "number"))
  var parameterStepSize: String?

  @Option(
    help: ArgumentHelp(
      "A command to compare the others with: it is measured, too, as the first of them.",
      valueName: "command"))
  var reference: String?

  @Option(
    help: ArgumentHelp(
      "A command's name in results. If repeated, the first name is that of the first command.",
      valueName: "name"))
  var commandName: [String] = []

  @Option(
    name: [.customShort("s"), .long],
    help: ArgumentHelp("A command to execute once, before all runs.", valueName: "command"))
  var setup: String?

  @Option(
    name: [.customShort("p"), .long],
    help: ArgumentHelp(
      "A command to execute before each run, unmeasured; if repeated, one for each command.",
      valueName: "command"))
  var prepare: [String] = []

  @Option(
    help: ArgumentHelp(
      "A command to execute after each run, unmeasured; if repeated, one for each command.",
      valueName: "command"))
  var conclude: [String] = []

  @Option(
    name: [.customShort("c"), .long],
    help: ArgumentHelp("A command to execute once, after all runs.", valueName: "command"))
  var cleanup: String?

  @Flag(help: "Run the commands through /bin/sh -c. The shell's start is then measured, too.")
  var shell = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "The command and its arguments, or several quoted commands.", valueName: "command"))
  var command: [String] = []

  /// Finds all mistakes before anything is run.
  func validate() throws { _ = try commands }
}

/// Converts typed text to commands.
extension CommandOptions {
  /// A typed command, whose parameters are not filled in yet.
  private enum Typed {
    case words([String])
    /// A text that is split into words, or passed to a shell.
    case text(String)

    /// The texts that may contain names of parameters.
    var texts: [String] {
      switch self {
      case .words(let words): words
      case .text(let text): [text]
      }
    }
  }

  /// The commands, the first of them the baseline.
  /// - Throws: `ValidationError`.
  var commands: [MeasuredCommand] {
    get throws {
      MeasuredCommand.named(try filled.map { try self.command($0.typed, at: $0.index, $0.values) })
    }
  }

  /// The commands that have a parameter with numbers, in their order.
  /// - Throws: `ValidationError` if there is not exactly one.
  var parameterPlaces: (parameter: String, places: [ParameterPlace]) {
    get throws {
      let filled = try filled
      let names = Set(filled.flatMap(\.values.keys)).sorted()
      let numeric = names.filter { name in
        let texts = Set(filled.compactMap { $0.values[name] })
        return texts.count > 1 && texts.allSatisfy { Double($0)?.isFinite == true }
      }
      guard numeric.count == 1, let parameter = numeric.first else {
        throw ValidationError(
          "--parameter-chart needs one parameter that has several numbers, as in -P threads 1 8; there are "
            + "\(numeric.count).")
      }
      let commands = try commands
      let places = zip(filled, commands).compactMap { one, command -> ParameterPlace? in
        guard let value = one.values[parameter].flatMap({ Double($0) }) else { return nil }
        let others = one.values.filter { $0.key != parameter }
        return ParameterPlace(
          command: command.name, series: name(one.typed, at: one.index, others), value: value)
      }
      return (parameter, places)
    }
  }

  /// A typed command with its place among them and the values of its parameters.
  private typealias Filled = (typed: Typed, index: Int, values: [String: String])

  /// All combinations of typed commands and the values that they use.
  private var filled: [Filled] {
    get throws {
      let typed = try typed
      let parameters = try parameters(typed)
      try checkCounts(typed.count)
      let filled = typed.enumerated().flatMap { index, command -> [Filled] in
        let texts = command.texts + hookTexts(index)
        let used = parameters.filter { parameter in
          texts.contains { $0.contains("{\(parameter.name)}") }
        }
        return CommandParameter.choices(used).map { (command, index, $0) }
      }
      guard filled.count <= CommandParameter.mostCommands else {
        throw ValidationError(
          "There are \(filled.count) commands; allowed: \(CommandParameter.mostCommands) at most."
        )
      }
      return filled
    }
  }

  private var typed: [Typed] {
    get throws { [reference].compactMap(\.self).map(Typed.text) + (try typedCommands) }
  }

  /// Words are one command, unless the first is a whole command by itself.
  private var typedCommands: [Typed] {
    get throws {
      let isLiteral = command.first == "--"
      let words = Array(command.dropFirst(isLiteral ? 1 : 0))
      guard let first = words.first else {
        throw ValidationError("Give a command, as in 'rehearse measure sleep 1'.")
      }
      guard !first.isEmpty else { throw ValidationError("The command is empty.") }
      if shell {
        guard words.count == 1 || first.hasBlank, !isLiteral || words.count == 1 else {
          throw ValidationError(
            "With --shell a command is one quoted text: rehearse measure --shell 'ls | wc -l'.")
        }
      } else if isLiteral || !first.hasBlank {
        return [.words(words)]
      }
      // Options after a quoted command would surprisingly belong to nothing.
      if let option = words.first(where: { $0.hasPrefix("-") && !$0.hasBlank }) {
        throw ValidationError(
          "'\(option)' comes after quoted commands; write options before the first command.")
      }
      return words.map(Typed.text)
    }
  }

  private func parameters(_ typed: [Typed]) throws -> [CommandParameter] {
    if parameterStepSize != nil, parameterScan.isEmpty {
      throw ValidationError("--parameter-step-size needs --parameter-scan.")
    }
    let parameters =
      try parameterList.map(CommandParameter.init(list:))
      + parameterScan.map { try CommandParameter(scan: $0, step: parameterStepSize) }
    for (index, parameter) in parameters.enumerated() {
      if parameters[..<index].contains(where: { $0.name == parameter.name }) {
        throw ValidationError("There are two parameters '\(parameter.name)'.")
      }
      let texts = typed.flatMap(\.texts) + [setup, cleanup].compactMap(\.self) + prepare + conclude
      guard texts.contains(where: { $0.contains("{\(parameter.name)}") }) else {
        throw ValidationError(
          "The values of '\(parameter.name)' would change nothing: neither a command nor anything run around "
            + "it has '{\(parameter.name)}'.")
      }
    }
    let count = parameters.reduce(1.0) { $0 * Double($1.values.count) }
    guard count <= Double(CommandParameter.mostCommands) else {
      throw ValidationError(
        "The parameters make \(Int(count.rounded())) commands; allowed: "
          + "\(CommandParameter.mostCommands) at most.")
    }
    return parameters
  }

  private func checkCounts(_ count: Int) throws {
    let commands = count.counted("command", "commands")
    for (option, given) in [("--prepare", prepare), ("--conclude", conclude)]
    where given.count > 1 && given.count != count {
      throw ValidationError(
        "\(option) is given \(given.count) times; allowed: once, or once for each of \(commands).")
    }
    if commandName.count > count {
      throw ValidationError(
        "--command-name is given \(commandName.count) times, and there "
          + "\(count == 1 ? "is" : "are") \(commands).")
    }
    if commandName.contains(where: \.isEmpty) {
      throw ValidationError("--command-name is ''; allowed: any text that is not empty.")
    }
  }

  /// All texts of the commands around a command's runs.
  private func hookTexts(_ index: Int) -> [String] {
    [setup, cleanup, Self.at(index, prepare), Self.at(index, conclude)].compactMap(\.self)
  }

  /// A single one is for all.
  private static func at(_ index: Int, _ texts: [String]) -> String? {
    texts.count > 1 ? texts[index] : texts.first
  }

  private func command(
    _ typed: Typed, at index: Int, _ values: [String: String]
  ) throws -> MeasuredCommand {
    func hook(_ option: String, _ text: String?) throws -> [String]? {
      try text.map { try split($0.filled(with: values), as: option) }
    }
    let words =
      switch typed {
      case .words(let typed): typed.map { $0.filled(with: values) }
      case .text(let text): try split(text.filled(with: values), as: "The command")
      }
    var command = MeasuredCommand(name: name(typed, at: index, values), words: words)
    command.parameters = values
    command.hooks.setup = try hook("--setup", setup)
    command.hooks.preparation = try hook("--prepare", Self.at(index, prepare))
    command.hooks.conclusion = try hook("--conclude", Self.at(index, conclude))
    command.hooks.cleanup = try hook("--cleanup", cleanup)
    return command
  }

  private func name(_ typed: Typed, at index: Int, _ values: [String: String]) -> String {
    if commandName.indices.contains(index) { return commandName[index].filled(with: values) }
    let name =
      switch typed {
      case .words(let words): ShellWords.line(words.map { $0.filled(with: values) })
      case .text(let text):
        text.filled(with: values).trimmingCharacters(in: .whitespacesAndNewlines)
      }
    // A parameter only in the commands around it does not show in its own words.
    let unseen = values.filter { value in
      !typed.texts.contains { $0.contains("{\(value.key)}") }
    }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return unseen.isEmpty ? name : "\(name) (\(unseen.joined(separator: ", ")))"
  }

  private func split(_ text: String, as subject: String) throws -> [String] {
    if shell { return ["/bin/sh", "-c", text] }
    do {
      return try CommandWords(text).words
    } catch {
      throw ValidationError("\(subject) is '\(text)', but \(error).")
    }
  }
}

/// Arguments that may be misunderstood.
extension CommandOptions {
  /// Remarks about them, one sentence each.
  var remarks: [String] {
    guard let typed = try? typed else { return [] }
    var texts = [setup, cleanup].compactMap(\.self) + prepare + conclude
    for case .text(let text) in typed { texts.append(text) }
    let signs = (shell ? [] : texts).compactMap { text in
      (try? CommandWords(text).shellSigns.first).map { sign in
        "In '\(CommandLabel.short(text))' the sign \(sign) is plain text; --shell hands commands to "
          + "/bin/sh."
      }
    }
    return signs + [programsAsArguments(typed)].compactMap(\.self)
  }

  /// `./old ./new` is one command, though two may be meant.
  private func programsAsArguments(_ typed: [Typed]) -> String? {
    guard case .words(let words)? = typed.first, words.count > 1, command.first != "--",
      words.allSatisfy(\.isProgramFile)
    else { return nil }
    let others = words.dropFirst().map { "'\($0)'" }.joined(separator: " ")
    return "\(others) \(words.count > 2 ? "are arguments" : "is an argument") of '\(words[0])'. To "
      + "measure both: rehearse measure -L program \(words.joined(separator: ",")) '{program}'."
  }
}

extension String {
  fileprivate var hasBlank: Bool { contains { " \t\n".contains($0) } }

  /// A Boolean value indicating whether it is the path of a file that may be executed.
  fileprivate var isProgramFile: Bool { contains("/") && SearchPath.isProgram(FilePath(self)) }
}
