import Programs
import Recording
import Scenarios
import SystemPackage

/// Builds with services beside their driver.
extension DriverBuilder {
  /// Gives an existing driver what its services need: the build's variables, and the hashes of
  /// their programs, which must exist before anything is measured.
  /// - Throws: ``BuildError``.
  func completed(_ driver: BuiltDriver, of build: Build) throws(BuildError) -> BuiltDriver {
    var driver = driver
    driver.variables = build.variables
    if build.services.isEmpty { return driver }
    let working = workingFolder ?? folder
    var values = build.variables
    values[VariableText.scenarioFolder] = working.string
    if build.hasProgram {
      values[ServiceVariable.build] = FilePath(driver.commands[0][0]).removingLastComponent().string
    }
    var places: [String: FilePath] = [:]
    for service in build.services {
      for (place, word) in service.command.enumerated() {
        let resolved = VariableText.resolved(word, by: values)
        let name = "\(service.name): \(VariableText.resolved(word, by: build.variables))"
        places[name] =
          place == 0
          ? try program(resolved, of: service, build, from: working)
          : Self.file(resolved, from: working)
      }
    }
    driver.places.merge(places) { $1 }
    driver.record.files = (driver.record.files ?? [:])
      .merging(try hashes(of: places, build.name)) { $1 }
    return driver
  }

  private func program(
    _ word: String, of service: Service, _ build: Build, from folder: FilePath
  ) throws(BuildError) -> FilePath {
    let path = program(word, from: folder)?.lexicallyNormalized()
    guard let path, SearchPath.isProgram(path) else {
      if let path, isUnmade(path, by: build.making) {
        throw unmade(word, of: build.name, service: service.name)
      }
      throw .noService(build: build.name, service: service.name, program: word, maker: build.maker)
    }
    return path
  }
}

extension Build {
  fileprivate var hasProgram: Bool { if case .steps = origin { false } else { true } }
}
