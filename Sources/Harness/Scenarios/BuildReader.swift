/// Reads `driver` and `builds`.
struct BuildReader {
  static let driverKeys = ["package", "product"]
  static let keys = ["configuration", "swift-flags", "command"]

  let driver: YAMLNode?
  let layouts: Int

  func read(_ node: YAMLNode?) -> [Build] {
    let source = driver.flatMap(packageAndProduct)
    guard let mapping = node?.mapping() else { return [] }
    if mapping.entries.isEmpty { mapping.owner.note("there are no builds", allowed: "one or more") }
    return mapping.entries.compactMap { build(named: $0.key, $0.value, source) }
  }

  private func packageAndProduct(_ node: YAMLNode) -> (package: String, product: String)? {
    guard let mapping = node.mapping(keys: Self.driverKeys) else { return nil }
    let package = mapping["package"].map { $0.text() ?? "" } ?? "."
    return mapping.required("product", "the executable product that is the driver")?.text()
      .map { (package, $0) }
  }

  private func build(
    named key: YAMLNode, _ node: YAMLNode, _ source: (package: String, product: String)?
  ) -> Build? {
    let name = key.name()
    guard let mapping = node.mapping(keys: Self.keys),
      let origin = mapping["command"].map({ command($0, in: mapping) })
        ?? packageBuild(mapping, source)
    else { return nil }
    return name.map { Build(name: $0, origin: origin) }
  }

  private func command(_ node: YAMLNode, in mapping: YAMLMapping) -> Build.Origin {
    for other in Self.keys where other != "command" {
      mapping[other]?.note("'\(other)' beside 'command': a command is not built")
    }
    if layouts > 1 {
      node.note("'command' beside 'layouts: \(layouts)': a command is not linked by Rehearse")
    }
    let words = node.list(of: "words", each: "a word of the command")
    if words?.isEmpty == true { node.note("the command is empty", allowed: "one word or more") }
    return .command(words?.compactMap { $0.text() } ?? [])
  }

  private func packageBuild(
    _ mapping: YAMLMapping, _ source: (package: String, product: String)?
  ) -> Build.Origin? {
    let configuration = mapping["configuration"].flatMap {
      $0.choice(of: PackageBuild.Configuration.self)
    }
    let flags = mapping["swift-flags"]?.list(of: "compiler flags", each: "a compiler flag")?
      .compactMap { $0.text() }
    // A driver that is there but wrong has been noted already.
    if driver == nil {
      mapping.owner.note(
        "\(mapping.owner.role) has no 'command', and the scenario no 'driver' to build",
        allowed: "either of them")
    }
    return source.map {
      .package(
        PackageBuild(
          package: $0.package, product: $0.product,
          configuration: configuration ?? .release, swiftFlags: flags ?? []))
    }
  }
}
