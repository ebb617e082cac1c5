extension Profile: Codable {
  private enum CodingKeys: String, CodingKey {
    case names, modules, kinds, parents, functions, samples, period, lost, unit, types, inlined,
      inlining, waits
  }

  /// Reads lists of numbers, as short as JSON allows.
  /// - Throws: `DecodingError`, and ``RecordingError`` if they are inconsistent.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let names = try values.decode([String].self, forKey: .names)
    let modules = try values.decode([String].self, forKey: .modules)
    let kinds = try values.decode([ModuleKind].self, forKey: .kinds)
    let parents = try values.decode([Int].self, forKey: .parents)
    let functions = try values.decode([Int].self, forKey: .functions)
    let samples = try values.decode([Int].self, forKey: .samples)
    let waits = try values.decodeIfPresent([Int].self, forKey: .waits) ?? samples.map { _ in 0 }
    guard names.count == modules.count, names.count == kinds.count,
      parents.count == functions.count, parents.count == samples.count,
      parents.count == waits.count
    else {
      throw RecordingError.damagedProfile(
        node: min(parents.count, functions.count, samples.count, waits.count))
    }
    let inlined = try Set(values.decodeIfPresent([Int].self, forKey: .inlined) ?? [])
    if let place = inlined.first(where: { !parents.indices.contains($0) }) {
      throw RecordingError.damagedProfile(node: place)
    }
    try self.init(
      functions: names.indices.map {
        ProfiledFunction(name: names[$0], module: modules[$0], kind: kinds[$0])
      },
      nodes: parents.indices.map {
        Node(
          parent: parents[$0] < 0 ? nil : parents[$0], function: functions[$0],
          samples: samples[$0], isInlined: inlined.contains($0), waits: waits[$0])
      },
      // Profiles of CPU time have neither.
      unit: values.decodeIfPresent(Unit.self, forKey: .unit) ?? .cpuTime,
      samplePeriod: values.decode(Double.self, forKey: .period),
      lostSamples: values.decode(Int.self, forKey: .lost),
      types: values.decodeIfPresent([String: Int].self, forKey: .types) ?? [:],
      inlining: values.decodeIfPresent(Inlining.self, forKey: .inlining))
  }

  /// Writes lists of numbers; -1 means no parent.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(functions.map(\.name), forKey: .names)
    try values.encode(functions.map(\.module), forKey: .modules)
    try values.encode(functions.map(\.kind), forKey: .kinds)
    try values.encode(nodes.map { $0.parent ?? -1 }, forKey: .parents)
    try values.encode(nodes.map(\.function), forKey: .functions)
    try values.encode(nodes.map(\.samples), forKey: .samples)
    try values.encode(samplePeriod, forKey: .period)
    try values.encode(lostSamples, forKey: .lost)
    if unit != .cpuTime { try values.encode(unit, forKey: .unit) }
    if !types.isEmpty { try values.encode(types, forKey: .types) }
    let waits = nodes.map(\.waits)
    if waits.contains(where: { $0 > 0 }) { try values.encode(waits, forKey: .waits) }
    let inlined = nodes.indices.filter { nodes[$0].isInlined }
    if !inlined.isEmpty { try values.encode(inlined, forKey: .inlined) }
    try values.encodeIfPresent(inlining, forKey: .inlining)
  }
}
