import DriverProtocol
import Foundation
import MetricCatalog

extension Baseline: Codable {
  private enum Key: String, CodingKey {
    case format, scenario, fixture, measuredAt, rehearse, build, environment, stories
  }

  /// Reads a baseline of this format.
  /// - Throws: `DecodingError`; a format of another Rehearse is data that it calls damaged.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let format = try values.decode(Int.self, forKey: .format)
    guard format == Self.format else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: values,
        debugDescription:
          "it is \(format); allowed: \(Self.format), the one that this version reads")
    }
    scenario = try values.decode(String.self, forKey: .scenario)
    fixture = try values.decode([String: Scalar].self, forKey: .fixture)
    measuredAt = try values.decode(Date.self, forKey: .measuredAt)
    version = try values.decode(String.self, forKey: .rehearse)
    build = try values.decode(BuildRecord.self, forKey: .build)
    environment = try values.decode(Environment.self, forKey: .environment)
    stories = try values.decode([Story].self, forKey: .stories)
    guard Set(stories.map(\.name)).count == stories.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .stories, in: values, debugDescription: "a story is there twice")
    }
  }

  /// Writes the same.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(scenario, forKey: .scenario)
    try container.encode(fixture, forKey: .fixture)
    try container.encode(measuredAt, forKey: .measuredAt)
    try container.encode(version, forKey: .rehearse)
    try container.encode(build, forKey: .build)
    try container.encode(environment, forKey: .environment)
    try container.encode(stories, forKey: .stories)
  }
}
