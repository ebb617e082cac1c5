import SystemPackage

/// The role of each word in a command, determined by the words before it.
struct WordRoles {
  enum Role {
    /// `NAME=value` before the program.
    case assignment
    case program
    /// The script that an interpreter executes.
    case script
    /// The module that Python executes.
    case module
    /// A text for a shell.
    case code
    case argument
    /// A word that is not a file name, even if such a file exists.
    case plain
  }

  private enum Interpreter { case python, shell, other }

  /// Nil before the program.
  private var interpreter: Interpreter?
  /// The next word's role if the previous option determines it.
  private var following: Role?
  private var isScriptToCome = true

  /// The extensions of files that an interpreter executes.
  private static let scripts = ["py", "sh", "js", "mjs", "rb", "pl", "php", "lua", "jl", "R", "ts"]
  /// Words before a program: shell words, and programs that start another.
  private static let prefixes = [
    "!", "{", "if", "then", "elif", "else", "while", "until", "do", "time", "exec", "command",
    "env", "nice", "nohup", "xargs",
  ]

  mutating func role(of word: String) -> Role {
    guard let interpreter else {
      if word.prefixMatch(of: /[A-Za-z_][A-Za-z0-9_]*=/) != nil { return .assignment }
      if Self.prefixes.contains(word) { return .plain }
      self.interpreter = Self.interpreter(word)
      return .program
    }
    if let role = following {
      following = nil
      return role
    }
    guard isScriptToCome else { return .argument }
    if word.hasPrefix("-") {
      takeOption(word, of: interpreter)
      return .argument
    }
    isScriptToCome = false
    let isScript = Self.scripts.contains(FilePath(word).extension ?? "")
    return isScript || interpreter != .other ? .script : .argument
  }

  private mutating func takeOption(_ word: String, of interpreter: Interpreter) {
    switch (interpreter, word) {
    case (.python, "-X"), (.python, "-W"): following = .plain
    case (.python, "-m"): (following, isScriptToCome) = (.module, false)
    case (.python, "-c"): (following, isScriptToCome) = (.plain, false)
    case (.shell, _) where word.wholeMatch(of: /-[a-z]*c/) != nil:
      (following, isScriptToCome) = (.code, false)
    default: break
    }
  }

  private static func interpreter(_ program: String) -> Interpreter {
    let name = FilePath(program).lastComponent?.string ?? ""
    if name.wholeMatch(of: /python[0-9.]*/) != nil { return .python }
    return ["sh", "bash", "dash", "ksh", "zsh"].contains(name) ? .shell : .other
  }

  /// Returns whether a program is an interpreter, so that no project makes it.
  static func isInterpreter(_ program: String) -> Bool { interpreter(program) != .other }
}
