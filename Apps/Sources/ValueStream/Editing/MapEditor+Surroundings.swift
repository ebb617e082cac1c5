/// Edits of what surrounds the line, all of which can be undone. The focus stays.
extension MapEditor {
  /// Begins a section at the focused sticker, or changes the one that begins there.
  /// - Throws: ``MapError/nothingFocused``, and what
  ///   ``StreamMap/beginSection(_:at:isParallel:)`` throws.
  public mutating func beginSection(
    _ name: String, isParallel: Bool = false
  ) throws(MapError) {
    let position = try focusedPosition()
    try surround { map throws(MapError) in
      try map.beginSection(name, at: position, isParallel: isParallel)
    }
  }

  /// Ends the section that begins at the focused sticker.
  /// - Throws: ``MapError/nothingFocused``, ``MapError/noSection(position:)``.
  public mutating func dissolveSection() throws(MapError) {
    let position = try focusedPosition()
    try surround { map throws(MapError) in try map.dissolveSection(at: position) }
  }

  /// Puts someone beside the line, or gives whoever is there another name.
  /// - Throws: the errors of a ``Label``.
  public mutating func put(_ party: Party, named name: String) throws(MapError) {
    try surround { map throws(MapError) in try map.put(party, named: name) }
  }

  /// Takes someone off the map, with all information from and to there.
  /// - Throws: ``MapError/noParty(_:)``.
  public mutating func remove(_ party: Party) throws(MapError) {
    try surround { map throws(MapError) in try map.remove(party) }
  }

  /// Draws a flow of information.
  /// - Throws: what ``StreamMap/add(_:)`` throws.
  public mutating func add(_ flow: InformationFlow) throws(MapError) {
    try surround { map throws(MapError) in try map.add(flow) }
  }

  /// Takes a flow of information away.
  /// - Throws: ``MapError/noFlow(index:count:)``.
  public mutating func removeFlow(at index: Int) throws(MapError) {
    try surround { map throws(MapError) in try map.removeFlow(at: index) }
  }

  private mutating func surround(
    _ edit: (inout StreamMap) throws(MapError) -> Void
  ) throws(MapError) {
    let before = map.surroundings
    try edit(&map)
    if map.surroundings != before { keep(nil, since: before, focus: focus) }
  }
}
