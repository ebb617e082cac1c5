extension StreamMap {
  /// A map of stickers and of what surrounds them: one that was saved. O(n).
  /// - Throws: what ``init(_:)`` throws, and what the edits below throw.
  public init(_ stickers: StickerSequence, _ surroundings: Surroundings) throws(MapError) {
    try self.init(stickers)
    for section in surroundings.sections {
      guard section.first > self.surroundings.sections.last?.first ?? -1 else {
        throw .sectionsNotInOrder(position: section.first)
      }
      try beginSection(section.label.text, at: section.first, isParallel: section.isParallel)
    }
    var others = self.surroundings
    others.parties = surroundings.parties
    for flow in surroundings.flows { try others.add(flow) }
    self.surroundings = others
    try checkSteps(of: surroundings.flows)
  }

  /// Begins a section at a step, or changes the one that begins there: its steps are those up to the
  /// next section. A parallel one runs at the same time as the section before it.
  /// - Throws: ``MapError/noSticker(position:count:)``, ``MapError/nothingBeside``,
  ///   ``MapError/tooManySections(limit:)``, the errors of a ``Label``.
  public mutating func beginSection(
    _ name: String, at position: Int, isParallel: Bool = false
  ) throws(MapError) {
    try check(position)
    guard !isParallel || position > 0 else { throw .nothingBeside }
    let label = try Label(name)
    var sections = surroundings.sections
    sections.put(StreamSection(label: label, first: position, isParallel: isParallel))
    guard sections.count <= StreamSection.most else {
      throw .tooManySections(limit: StreamSection.most)
    }
    surroundings.sections = sections
  }

  /// Ends the section that begins at a step: its steps join the part before it.
  /// - Throws: ``MapError/noSection(position:)``.
  public mutating func dissolveSection(at position: Int) throws(MapError) {
    guard let index = surroundings.sections.firstIndex(where: { $0.first == position }) else {
      throw .noSection(position: position)
    }
    surroundings.sections.remove(at: index)
  }

  /// Puts someone beside the line, or gives whoever is there another name.
  /// - Throws: the errors of a ``Label``.
  public mutating func put(_ party: Party, named name: String) throws(MapError) {
    surroundings.parties[party] = try Label(name)
  }

  /// Takes someone off the map, with all information from and to there.
  /// - Throws: ``MapError/noParty(_:)``.
  public mutating func remove(_ party: Party) throws(MapError) {
    guard surroundings.parties.removeValue(forKey: party) != nil else {
      throw .noParty(party.rawValue)
    }
    surroundings.removeFlows(at: .party(party))
  }

  /// Draws a flow of information: O(n) where a step is an end of it.
  /// - Throws: ``MapError/noParty(_:)``, ``MapError/noStep(number:)``,
  ///   ``MapError/tooManyFlows(limit:)``.
  public mutating func add(_ flow: InformationFlow) throws(MapError) {
    try checkSteps(of: [flow])
    try surroundings.add(flow)
  }

  /// Takes a flow of information away.
  /// - Parameter index: its place among ``Surroundings/flows``.
  /// - Throws: ``MapError/noFlow(index:count:)``.
  public mutating func removeFlow(at index: Int) throws(MapError) {
    guard surroundings.flows.indices.contains(index) else {
      throw .noFlow(index: index, count: surroundings.flows.count)
    }
    surroundings.flows.remove(at: index)
  }

  /// Refuses flows of steps that the map does not have.
  private func checkSteps(of flows: [InformationFlow]) throws(MapError) {
    var wanted: Set<StickerID> = []
    for flow in flows {
      for case .step(let id) in [flow.from, flow.to] { wanted.insert(id) }
    }
    guard !wanted.isEmpty else { return }
    for sticker in stickers { wanted.remove(sticker.id) }
    if let missing = wanted.min() { throw .noStep(number: missing.number) }
  }
}
