import Foundation
import Glibc
import Programs
import SystemPackage

/// A command that people type in a folder, converted to a step that works in its own folder: its
/// input files are copied there, and its programs are used where they are.
struct RelocatedCommand: Equatable {
  /// The words of the step, or the text for its shell.
  private(set) var command = CommandInput.words([])
  /// The files to copy into a run's folder, as paths from the scenario's.
  private(set) var files: [String] = []
  /// Additions to the environment, in order.
  private(set) var environment: [Variable] = []
  /// The programs named by a path, as typed.
  private(set) var programs: [String] = []
  /// The programs that are looked up in PATH.
  private(set) var names: [String] = []
  /// The subject of the command: its program, module, or the script for its interpreter. Nil if it
  /// has no program.
  private(set) var subject: String?

  struct Variable: Equatable {
    var name: String
    var value: String
  }

  /// From the scenario's folder to the one in which people type.
  private static let up = ".."
  private let folder: FilePath
  /// The number of commands seen so far: the first determines what all is about.
  private var commandCount = 0

  /// - Parameters:
  ///   - typed: the command as typed.
  ///   - folder: where it is typed.
  init(_ typed: CommandInput, in folder: FilePath) {
    self.folder = folder
    switch typed {
    case .words(let words): command = .words(placed(words))
    case .shell(let text): command = .shell(placed(text))
    }
  }

  private mutating func placed(_ typed: [String]) -> [String] {
    var roles = WordRoles()
    var words: [String] = []
    for word in typed {
      let role = roles.role(of: word)
      take(word, as: role)
      switch role {
      case .assignment where words.isEmpty:
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        environment.append(Variable(name: String(parts[0]), value: paths(String(parts[1]))))
      case .program where words.isEmpty:
        // A name without a slash is looked up in PATH, in both folders alike.
        words.append(word.contains("/") ? Self.fromScenario(word) : Self.escaped(word))
      case .code: words.append(placed(word))
      default: words.append(place(word, as: role) ?? Self.escaped(word))
      }
    }
    return words
  }

  /// A shell text in which each path that leads to something here leads to it from a run's folder.
  private mutating func placed(_ text: String) -> String {
    var roles = WordRoles()
    // The roles of enclosing commands, as in `$(…)`.
    var outer: [WordRoles] = []
    // The sign before the word, if its file follows.
    var redirection: Character?
    var placed = ""
    for piece in ShellText(text).pieces {
      switch piece {
      case .blank(let text):
        placed += text
        if text.contains("\n") { roles = WordRoles() }
      case .sign(let sign):
        placed += sign
        for character in sign {
          switch character {
          case "<", ">": redirection = character
          case "(":
            outer.append(roles)
            (roles, redirection) = (WordRoles(), nil)
          case ")": (roles, redirection) = (outer.popLast() ?? WordRoles(), nil)
          // The `&` of `2>&1` begins no command.
          default: if redirection == nil { roles = WordRoles() }
          }
        }
      case .word(let word):
        if let sign = redirection {
          let path = sign == "<" && !word.isExpanded ? place(word.value, as: .argument) : nil
          placed += path.map(Self.quoted) ?? Self.escaped(word.raw)
          redirection = nil
        } else {
          placed += self.placed(word, as: roles.role(of: word.value))
        }
      }
    }
    return placed
  }

  private mutating func placed(_ word: ShellText.Word, as role: WordRoles.Role) -> String {
    let asItIs = Self.escaped(word.raw)
    guard !word.isExpanded else { return asItIs }
    take(word.value, as: role)
    if word.isPattern {
      guard let path = pattern(word.value) else { return asItIs }
      return "'${scenario}'/" + path
    }
    switch role {
    case .code: return Self.quoted(placed(word.value))
    case .assignment:
      let parts = word.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = String(parts[1])
      let paths = paths(value)
      return paths == value ? asItIs : "\(parts[0])=\(Self.quoted(paths))"
    default: return place(word.value, as: role).map(Self.quoted) ?? asItIs
    }
  }

  /// Notes what a word shows about the command.
  private mutating func take(_ word: String, as role: WordRoles.Role) {
    switch role {
    case .program:
      commandCount += 1
      if commandCount == 1 { subject = FilePath(word).stem ?? word }
      if !word.contains("/") {
        names.append(word)
      } else if !word.hasPrefix("/") {
        programs.append(word)
      }
    case .script:
      if commandCount == 1 { subject = FilePath(word).stem ?? word }
    case .module:
      if commandCount == 1 { subject = word }
      addModulePath(word)
    // Counts what the shell executes instead.
    case .code: commandCount -= 1
    default: break
    }
  }

  /// Makes Python find a module that it finds only because it is started here.
  private mutating func addModulePath(_ module: String) {
    guard let name = module.split(separator: ".").first,
      !environment.contains(where: { $0.name == "PYTHONPATH" }),
      let source = [".", "src"].first(where: { source in
        ["", ".py"].contains { kind(of: "\(source)/\(name)\($0)") != nil }
      })
    else { return }
    environment.append(
      Variable(name: "PYTHONPATH", value: "${scenario}/" + Self.fromScenario(source)))
  }
}

/// The files that words lead to.
extension RelocatedCommand {
  /// The replacement of a word in the step; nil if it names nothing that exists here.
  private mutating func place(_ word: String, as role: WordRoles.Role) -> String? {
    if role == .plain || role == .module { return nil }
    if let separator = word.firstIndex(of: "="), word.hasPrefix("-") {
      let value = String(word[word.index(after: separator)...])
      return place(value, as: .argument).map { Self.escaped(String(word[...separator])) + $0 }
    }
    guard role != .program || word.contains("/"), let kind = kind(of: word) else { return nil }
    let file = Self.fromScenario(word)
    let name = FilePath(file).lastComponent?.string ?? word
    let isTaken = files.contains { $0 != file && FilePath($0).lastComponent?.string == name }
    // A program may need files beside it, and a folder may contain anything: neither is copied.
    if kind != .data || role == .script || role == .program || isTaken {
      return "${scenario}/" + file
    }
    if !files.contains(file) { files.append(file) }
    return name
  }

  /// An environment value like that of `PATH`, whose parts may be paths.
  private func paths(_ value: String) -> String {
    value.split(separator: ":", omittingEmptySubsequences: false).map { part in
      kind(of: String(part)) == nil
        ? Self.escaped(String(part)) : "${scenario}/" + Self.fromScenario(String(part))
    }.joined(separator: ":")
  }

  /// A pattern that names files here, from the scenario's folder; nil if it names none.
  private func pattern(_ word: String) -> String? {
    guard !word.hasPrefix("/"), !word.hasPrefix("-") else { return nil }
    var found = glob_t()
    defer { globfree(&found) }
    let status = glob(folder.pushing(FilePath(word)).string, 0, nil, &found)
    return status == 0 ? Self.fromScenario(word) : nil
  }

  private enum PathTarget { case data, program, folder }

  /// The target of a path; nil if it leads to nothing, or not from here.
  private func kind(of word: String) -> PathTarget? {
    guard !word.isEmpty, !word.hasPrefix("/") else { return nil }
    let path = folder.pushing(FilePath(word)).lexicallyNormalized()
    if path.isFolder { return .folder }
    guard SearchPath.isFile(path) else { return nil }
    return SearchPath.isProgram(path) ? .program : .data
  }

  private static func fromScenario(_ word: String) -> String {
    word.hasPrefix("/") ? word : FilePath(up).pushing(FilePath(word)).lexicallyNormalized().string
  }

  private static func escaped(_ text: String) -> String { text.replacing("${", with: "$${") }

  /// A text as a shell word, valid after Rehearse has inserted its variables' values.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9._\/,:@%+-]+/) != nil
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
