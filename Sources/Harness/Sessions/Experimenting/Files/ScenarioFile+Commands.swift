import Foundation
import Running
import Scenarios
import Statistics
import SystemPackage

/// Checks of command steps against the files beside the scenario.
extension ScenarioFile {
  var missingFiles: [String] { copiedFiles.filter { !Self.exists($0, in: folder) } }

  /// Something to be copied that is not a regular file; nil if there is none.
  var specialFile: SpecialFile? {
    copiedFiles.lazy.compactMap { file in
      SpecialFile.first(in: folder.pushing(FilePath(file)).lexicallyNormalized())
    }.first
  }

  var copiedFiles: [String] { scenario.files + scenario.stories.flatMap(\.files) }

  /// Sentences about what the scenario names in vain; empty if there is nothing.
  public var notes: [String] { unseenFiles + unnamedVariables + pointers }

  /// Variables in which builds are meant to differ, and that nothing names: a `$n` in a command is not one.
  private var unnamedVariables: [String] {
    let named = Set(VariableText.names(in: text))
    let variables = scenario.builds.map(\.variables)
    return Set(variables.flatMap(\.keys)).subtracting(named).sorted().filter { name in
      Set(variables.map { $0[name] }).count > 1
    }.map {
      "\(path): the builds differ in the variable '\($0)', but nothing names it, so it makes no difference. "
        + "Write '${\($0)}' where its value belongs."
    }
  }

  /// A sentence about words of commands that name files beside the scenario which the commands can't see;
  /// empty if there are none.
  private var unseenFiles: [String] {
    let folder = self.folder
    var words: [String] = []
    for story in scenario.stories {
      // Few words name files, and in a chain of thousands of stories all files before each are many.
      lazy var copied = Set(scenario.files(of: story).compactMap(StepFiles.name))
      for word in story.steps.compactMap(\.command).flatMap(Self.arguments) {
        let first = word.split(separator: "/").first.map(String.init) ?? ""
        guard !words.contains(word), !["", ".", ".."].contains(first), !word.hasPrefix("/"),
          !word.contains("$"), Self.exists(word, in: folder), !copied.contains(first)
        else { continue }
        words.append(word)
      }
    }
    guard let word = words.first else { return [] }
    let named = words.map { "'\($0)'" }.joined(separator: ", ")
    let files = words.compactMap { $0.split(separator: "/").first }.reduce(into: [Substring]()) {
      if !$0.contains($1) { $0.append($1) }
    }.joined(separator: ", ")
    return [
      "\(path): \(named) \(words.count == 1 ? "is" : "are") beside the scenario, but commands work "
        + "in a folder of their own, which is empty at first. To get a copy there, write 'files: "
        + "[\(files)]'; to use it in place, write '${\(VariableText.scenarioFolder)}/\(word)'."
    ]
  }

  /// Advice about gaps in the scenario.
  public var advice: [String] { placeholders + hiddenEndings + uncheckedOutput }

  /// Shell texts whose exit status says nothing about the programs before the last.
  private var hiddenEndings: [String] {
    scenario.stories.flatMap(\.steps).compactMap { step in
      guard let text = step.command?.shellText, step.expectation.isOfStatusAlone,
        let hider = Self.hider(in: text)
      else { return nil }
      return
        "\(path): in '\(step.label)' \(hider) hides the exit status of what comes before: a program that "
        + "crashes there passes. Make that a step of its own, or say by 'expect' what it writes."
    }
  }

  /// The part of a shell text that hides exit statuses, judging by its operators; nil if nothing does.
  private static func hider(in text: String) -> String? {
    var quote: Character?
    var bare = ""
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else if quote == nil {
        bare.append(character)
      }
    }
    if bare.replacing("||", with: "").contains("|"), !bare.contains("pipefail") { return "a pipe" }
    let last = bare.split { ";&|\n".contains($0) }.last.map {
      $0.split(separator: " ").joined(separator: " ")
    }
    let always = ["true", ":", "exit 0"]
    return last.flatMap { always.contains($0) && $0 != text ? "'\($0)' behind a pipeline" : nil }
  }

  private var placeholders: [String] {
    let names = scenario.stories.filter { $0.placeholder != nil }.map { "'\($0.name)'" }
    guard !names.isEmpty else { return [] }
    let (subject, whose) =
      names.count == 1
      ? ("story \(names[0]) is", "its") : ("stories \(names.joined(separator: ", ")) are", "their")
    return [
      "\(path): \(subject) marked 'placeholder': \(whose) verdicts say nothing about your code."
    ]
  }

  private var uncheckedOutput: [String] {
    let open = scenario.stories.flatMap(\.steps).filter(\.isOfStatusAlone)
    if open.isEmpty { return uncheckedUsers }
    let steps = open.map { "'\($0.label)'" }.listed(atMost: 1)
    let (status, more) =
      scenario.isOfRequests
      ? ("status", "digest, bytes, text, headers and JSON paths such as $.id")
      : ("exit status", "digest, lines, bytes and text of standard output, and files")
    return [
      "\(path): nothing but the \(status) of \(steps) is expected, so doing less work would pass. "
        + "'expect' takes \(more)."
    ]
  }

  private var uncheckedUsers: [String] {
    let loads = scenario.stories.filter { $0.users != nil && scenario.isOfStatusAlone($0) }
    if loads.isEmpty { return [] }
    let names = loads.map { "'\($0.name)'" }.listed(atMost: 1)
    return [
      "\(path): answers to the users of \(names) are not compared with a digest, so of some only the status is "
        + "checked, if that, and doing less work would pass. 'expect' takes JSON paths such as $.id, too."
    ]
  }

  /// The words that may name files; for shell texts, as far as spaces separate them.
  private static func arguments(_ command: StepCommand) -> [String] {
    let words =
      command.shellText.map { text in
        text.split { $0.isWhitespace || "'\"`;|&<>()=".contains($0) }.map(String.init)
      } ?? Array(command.words.dropFirst())
    return words + [command.input].compactMap(\.self)
  }

  private static func exists(_ name: String, in folder: FilePath) -> Bool {
    let path = folder.pushing(FilePath(name)).lexicallyNormalized()
    return FileManager.default.fileExists(atPath: path.string)
  }
}
