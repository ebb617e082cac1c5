/// The program and the settings that execute a build's commands in place of a driver: the program beside the
/// launcher, the scenario's folder at the measured revision, and the build's variables.
public struct CommandHost: Sendable, Equatable {
  /// The small driver, beside the launcher.
  public static let program = "rehearse-stepper"

  /// The scenario's folder, absolute: programs named by a path and copied files are relative to it.
  public var folder: String
  /// The values of `${name}`.
  public var variables: [String: String]

  /// Creates a host.
  public init(folder: String, variables: [String: String]) {
    self.folder = folder
    self.variables = variables
  }

  /// Parses the words; nil if they start another driver.
  public init?(_ words: [String]) {
    guard words.count >= 2, words[0] == Self.program else { return nil }
    folder = words[1]
    variables = [:]
    for word in words.dropFirst(2) {
      guard let sign = word.firstIndex(of: "=") else { return nil }
      variables[String(word[..<sign])] = String(word[word.index(after: sign)...])
    }
  }

  /// The words.
  public var words: [String] {
    [Self.program, folder] + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  /// The value of each variable, including the folder.
  public var values: [String: String] {
    variables.merging([VariableText.scenarioFolder: folder]) { _, folder in folder }
  }
}
