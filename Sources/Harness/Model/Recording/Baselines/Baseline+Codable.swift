import DriverProtocol
import Foundation
import Metrics

extension Baseline: Codable {
  private enum CodingKeys: String, CodingKey {
    case format, scenario, fixture, measuredAt, rehearse, build, environment, stories
  }

  /// Reads a baseline of this format.
  /// - Throws: `DecodingError`; a file of another Rehearse's format is reported as damaged.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
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

  /// Writes that format.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
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

extension Baseline.Story: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, title, steps, replay, measurements, peakIsBatched
  }

  /// Reads a story; its measurements are objects by kind of run and by metric.
  /// - Throws: `DecodingError`, also for unknown kinds and metrics, and for impossible measurements.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    title = try values.decode(String.self, forKey: .title)
    steps = try values.decode([String].self, forKey: .steps)
    replay = try values.decodeIfPresent(String.self, forKey: .replay)
    peakIsBatched = try values.decodeIfPresent(Bool.self, forKey: .peakIsBatched) ?? false
    measurements = [:]
    let kinds = try values.nestedContainer(keyedBy: NameKey.self, forKey: .measurements)
    for key in kinds.allKeys {
      guard let kind = RunKind(rawValue: key.stringValue), Baseline.kinds.contains(kind) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: kinds,
          debugDescription: "there is no such kind of run; allowed: "
            + Baseline.kinds.map(\.rawValue).joined(separator: ", "))
      }
      measurements[kind] = try Self.metrics(
        try kinds.nestedContainer(keyedBy: NameKey.self, forKey: key))
    }
  }

  private static func metrics(
    _ values: KeyedDecodingContainer<NameKey>
  ) throws -> [Metric: [Double]] {
    var measurements: [Metric: [Double]] = [:]
    for key in values.allKeys {
      guard let metric = Metric.named(key.stringValue) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "there is no such metric")
      }
      let list = try values.decode([Double].self, forKey: key)
      guard !list.isEmpty, list.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values,
          debugDescription:
            "it is \(list.isEmpty ? "empty" : "not a list of costs"); allowed: one or more numbers from 0"
        )
      }
      measurements[metric] = list
    }
    return measurements
  }

  /// Writes that form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(title, forKey: .title)
    try container.encode(steps, forKey: .steps)
    try container.encodeIfPresent(replay, forKey: .replay)
    if peakIsBatched { try container.encode(true, forKey: .peakIsBatched) }
    var kinds = container.nestedContainer(keyedBy: NameKey.self, forKey: .measurements)
    for (kind, values) in measurements {
      var metrics = kinds.nestedContainer(
        keyedBy: NameKey.self, forKey: NameKey(stringValue: kind.rawValue))
      for (metric, list) in values {
        try metrics.encode(list, forKey: NameKey(stringValue: metric.id))
      }
    }
  }
}
