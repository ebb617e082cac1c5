import Foundation

/// The call of Rehearse that made an experiment, so that it can be finished as it was begun: by the
/// same command with the same options.
///
/// A call can make several experiments, such as one for each candidate of a comparison.
public struct Invocation: Sendable, Equatable, Codable {
  /// The same for all experiments of a call.
  public var id: UUID
  /// The command line, without the program's name.
  public var arguments: [String]
  /// The folder at which relative paths of the command line start; absolute.
  public var folder: String
  /// The scenario file; absolute.
  public var scenario: String
  /// The experiment's place in the call, from 1.
  public var part: Int
  /// The number of experiments that the call makes.
  public var parts: Int

  /// A call.
  public init(
    id: UUID, arguments: [String], folder: String, scenario: String, part: Int, parts: Int
  ) {
    self.id = id
    self.arguments = arguments
    self.folder = folder
    self.scenario = scenario
    self.part = part
    self.parts = parts
  }
}
