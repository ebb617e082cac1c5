import Recording

extension Profile {
  /// The functions that lead to a node, the outermost first, the node's own last.
  public func path(to place: Int) -> [ProfiledFunction] {
    var path: [ProfiledFunction] = []
    var next: Int? = place
    while let place = next {
      path.append(functions[nodes[place].function])
      next = nodes[place].parent
    }
    return path.reversed()
  }
}

extension ProfileBuilder {
  /// Adds samples of a path without inlined functions.
  public mutating func add(
    _ path: some Sequence<ProfiledFunction>, samples: Int = 1, waits: Int = 0,
    ofType type: String? = nil
  ) {
    add(calls: path.map { ProfiledCall($0) }, samples: samples, waits: waits, ofType: type)
  }
}
