/// Reads `driver` and `builds`.
struct BuildReader {
  let driver: YAMLNode?

  func read(_ node: YAMLNode?) -> [Build] {
    guard let mapping = node?.mapping() else { return [] }
    if mapping.entries.isEmpty { mapping.owner.note("there are no builds", allowed: "one or more") }
    let source = driver.flatMap(packageAndProduct)
    return mapping.entries.compactMap { build(named: $0.key, $0.value, source) }
  }

  private func packageAndProduct(_ node: YAMLNode) -> (package: String, product: String)? {
    guard let mapping = node.mapping(keys: ["package", "product"]),
      let product = mapping.required("product", "the executable product that is the driver")?
        .text()
    else { return nil }
    return (mapping["package"]?.text() ?? ".", product)
  }

  private func build(
    named key: YAMLNode, _ node: YAMLNode, _ source: (package: String, product: String)?
  ) -> Build? {
    guard let name = key.name(),
      let mapping = node.mapping(keys: ["configuration", "swift-flags", "command"])
    else { return nil }
    if let command = mapping["command"] {
      for other in ["configuration", "swift-flags"] {
        mapping[other]?.note("'\(other)' beside 'command': a command is not built")
      }
      let words = command.list(of: "words of the command").compactMap { $0.text() }
      if words.isEmpty { command.note("the command is empty", allowed: "one word or more") }
      return Build(name: name, origin: .command(words))
    }
    guard let source else {
      // A driver that is there but wrong has been noted already.
      if driver == nil {
        node.note(
          "the build '\(name)' has no 'command', and the scenario no 'driver' to build",
          allowed: "either of them")
      }
      return nil
    }
    let configuration = mapping["configuration"].flatMap {
      $0.choice(of: PackageBuild.Configuration.self)
    }
    let flags = mapping["swift-flags"]?.list(of: "compiler flags").compactMap { $0.text() }
    return Build(
      name: name,
      origin: .package(
        PackageBuild(
          package: source.package, product: source.product,
          configuration: configuration ?? .release, swiftFlags: flags ?? [])))
  }
}
