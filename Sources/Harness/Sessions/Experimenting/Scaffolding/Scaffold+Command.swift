extension Scaffold {
  mutating func addCommand(_ wishes: Wishes) throws(Refusal) {
    guard let typed = wishes.command else {
      throw .noCommand(surroundings.folder, programs: surroundings.programs)
    }
    if let program = surroundings.programsHere.first {
      throw .isHere(program: program, command: typed.replacing(program, by: "./\(program)"))
    }
    let command = RelocatedCommand(typed, in: surroundings.folder)
    guard let subject = command.subject else {
      throw .noCommand(surroundings.folder, programs: surroundings.programs)
    }
    let making = addMaking(of: command)
    let environment = command.environment.map {
      "\(Self.quoted($0.name)): \(Self.quoted($0.value))"
    }
    let line =
      switch command.command {
      case .words(let words): "run: \(Self.list(words))"
      case .shell(let text): "shell: \(Self.quoted(text))"
      }
    let values: [String: String?] = [
      "name": name, "command": typed.line, "story": Self.scenarioName(subject), "line": line,
      "environment": environment.isEmpty ? nil : "{ \(environment.joined(separator: ", ")) }",
      "files": command.files.isEmpty ? nil : Self.list(command.files),
      "make": making, "plain": making == nil ? "" : nil,
    ]
    addScenario(PackageResources.command_yml, values, of: "the command")
  }

  /// Returns how to make programs that git does not track, for `make:`; nil if nothing is to be
  /// made, or it is unknown how.
  private mutating func addMaking(of command: RelocatedCommand) -> String? {
    let unknown = command.programs.filter(surroundings.unknownPrograms.contains)
    guard let program = unknown.first else { return nil }
    let making =
      WordRoles.isInterpreter(program) ? nil : BuildRecipe(of: program, in: surroundings.folder)
    guard let making else {
      unmade = program
      return nil
    }
    notes.append(
      "\(program) is not in git, so 'make:' in \(scenario) builds it as \(making.file) says: before each "
        + "run here, and at every revision that you compare with.")
    if let assumed = making.assumedRelease {
      notes.append(
        "\(assumed.tool) has no build type here, and would not optimise: 'make:' adds "
          + "\(assumed.option). Change it if you deliver another type.")
    }
    let lists = making.commands.map(Self.list)
    return lists.count == 1 ? lists[0] : "[\(lists.joined(separator: ", "))]"
  }

  private static func list(_ words: [String]) -> String {
    "[" + words.map(quoted).joined(separator: ", ") + "]"
  }

  /// A word for YAML, quoted unless it is certainly a plain string.
  static func quoted(_ word: String) -> String {
    let isPlain =
      word.wholeMatch(of: /-{0,2}[A-Za-z\/][A-Za-z0-9._\/=-]*|\.\.?(?:\/[A-Za-z0-9._\/-]*)?/) != nil
    let others = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "."]
    if isPlain, !others.contains(word.lowercased()) { return word }
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    return "\"\(escaped)\""
  }
}
