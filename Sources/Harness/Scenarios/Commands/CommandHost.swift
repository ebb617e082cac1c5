/// What carries out the commands of a build, as the words that start a driver do: the program beside the
/// launcher, the scenario's folder of the revision that is measured, and the build's variables.
public struct CommandHost: Sendable, Equatable {
  /// The small driver, which lies beside the launcher.
  public static let program = "rehearse-stepper"

  /// The scenario's folder, absolute: there programs named by a path and copied files are.
  public var folder: String
  /// The texts that stand for `${name}`.
  public var variables: [String: String]

  /// A host.
  public init(folder: String, variables: [String: String]) {
    self.folder = folder
    self.variables = variables
  }

  /// Takes the words apart; nil of those that start another driver.
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

  /// What stands for each variable, the folder among them.
  public var values: [String: String] {
    variables.merging([VariableText.scenarioFolder: folder]) { _, folder in folder }
  }
}
