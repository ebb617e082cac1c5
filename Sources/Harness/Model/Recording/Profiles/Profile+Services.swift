extension ProfiledFunction {
  /// A node for a whole service, as the caller of everything its process did.
  public static func service(_ name: String) -> ProfiledFunction {
    ProfiledFunction(name: "[service \(name)]", module: name, kind: .app)
  }

  /// A Boolean value indicating whether it represents a whole service.
  public var isService: Bool { self == .service(module) }

  /// The same function in a service: the driver's function of that name is a different one.
  fileprivate func inService(_ name: String) -> ProfiledFunction {
    ProfiledFunction(name: self.name, module: "\(name): \(module)", kind: kind)
  }

  /// The service that it is of; nil for the driver.
  public var service: Substring? { module.firstRange(of: ": ").map { module[..<$0.lowerBound] } }

  /// The module, without its service.
  public var ownModule: Substring {
    module.firstRange(of: ": ").map { module[$0.upperBound...] } ?? module[...]
  }
}

extension Profile {
  /// The profile with what a service did meanwhile, below a function for that service. The service's profile
  /// has the same sample period.
  /// - Throws: ``RecordingError`` if a number is impossible.
  public func beside(_ other: Profile, of service: String) throws(RecordingError) -> Profile {
    var builder = ProfileBuilder()
    builder.add(self, below: []) { $0 }
    builder.add(other, below: [ProfiledCall(.service(service))]) { $0.inService(service) }
    let (lost, isTooGreat) = lostSamples.addingReportingOverflow(other.lostSamples)
    return try builder.profile(
      in: unit, samplePeriod: samplePeriod, lostSamples: isTooGreat ? .max : lost,
      inlining: Inlining.together([inlining, other.inlining]))
  }
}

extension ProfileBuilder {
  fileprivate mutating func add(
    _ profile: Profile, below root: [ProfiledCall],
    as renamed: (ProfiledFunction) -> ProfiledFunction
  ) {
    let functions = profile.functions.map(renamed)
    var paths: [[ProfiledCall]] = []
    for node in profile.nodes {
      let call = ProfiledCall(functions[node.function], isInlined: node.isInlined)
      paths.append((node.parent.map { paths[$0] } ?? root) + [call])
      if node.samples > 0 {
        add(calls: paths[paths.count - 1], samples: node.samples, waits: node.waits)
      }
    }
  }
}
