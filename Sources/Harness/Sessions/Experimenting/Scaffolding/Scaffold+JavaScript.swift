import SystemPackage

extension Scaffold {
  mutating func addJavaScriptDriver() {
    let found = surroundings.javaScript
    project = found?.name ?? project
    let (driver, kit) = ("driver.mjs", "rehearse-driver.mjs")
    let values: [String: String?] = [
      "name": name, "module": found?.module, "driver": driver, "interpreter": "node",
      "quoted": Self.quoted(project),
    ]
    addScenario(PackageResources.driver_yml, values)
    addDriver(
      driver, calling: found?.module,
      Template(PackageResources.driver_mjs_txt).filled(values), comment: "//")
    addKit(kit, PackageResources.rehearse_driver_mjs, comment: "//")
    if found == nil {
      notes.append(
        "No package.json names a module of yours: call yours in \(Self.place)/\(driver) at 'example', or "
          + "measure a script as you type it: rehearse init --command 'node script.js input.txt'.")
    }
  }

  mutating func addDriver(
    _ file: String, calling module: String?, _ content: String, comment: String = "#"
  ) {
    let path = Self.place.appending(file)
    driver = path
    let purpose = module.map { "the driver: imports \($0)" } ?? "the driver: calls your code"
    files.append(ScaffoldFile(path, purpose, content: content, comment: comment))
  }

  /// Adds a copy of the kit that the driver imports.
  mutating func addKit(_ file: String, _ content: [UInt8], comment: String = "#") {
    files.append(
      ScaffoldFile(
        Self.place.appending(file), "hosts the driver: no need to edit it",
        content: String(decoding: content, as: UTF8.self), comment: comment))
  }
}
