/// What a map has besides its stickers: sections, those who stand around the line, and the information
/// that flows. Most maps have none of it.
public struct Surroundings: Hashable, Sendable {
  /// Nothing.
  public static let none = Surroundings()

  /// The sections, in the order of the line.
  public internal(set) var sections: [StreamSection] = []
  /// The names of those around the line.
  public internal(set) var parties: [Party: Label] = [:]
  /// The flows, in the order in which they were drawn.
  public internal(set) var flows: [InformationFlow] = []

  /// A Boolean value indicating whether there is nothing.
  public var isEmpty: Bool { sections.isEmpty && parties.isEmpty && flows.isEmpty }

  /// Adds a flow.
  /// - Throws: ``MapError/noParty(_:)``, ``MapError/tooManyFlows(limit:)``. Steps are looked for by
  ///   the map.
  mutating func add(_ flow: InformationFlow) throws(MapError) {
    for end in [flow.from, flow.to] {
      switch end {
      case .party(let party):
        guard parties[party] != nil else { throw .noParty(party.rawValue) }
      case .step:
        try check(flows.count { $0.touches(end) })
      }
    }
    if case (.party, .party) = (flow.from, flow.to) {
      try check(flows.count { $0.touches(flow.from) && $0.touches(flow.to) })
    }
    flows.append(flow)
  }

  private func check(_ present: Int) throws(MapError) {
    guard present < InformationFlow.most else {
      throw .tooManyFlows(limit: InformationFlow.most)
    }
  }

  /// Takes away all flows that begin or end there.
  mutating func removeFlows(at end: InformationFlow.End) {
    if flows.contains(where: { $0.touches(end) }) { flows.removeAll { $0.touches(end) } }
  }
}
