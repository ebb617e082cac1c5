extension ProfiledFunction {
  /// The module of the driver's own executable, whatever its file's name is: two builds may have two names, and a
  /// function is the same in both.
  public static let program = "program"

  /// A Boolean value indicating whether it is one of a kit that drivers are written with.
  public var isOfKit: Bool {
    module == "DriverKit" || module == "DriverProtocol"
      || name.hasSuffix("/rehearse_driver.py")
      || Self.classesOfKit.contains { kit in
        // As GNUstep's compilers call methods, and as people write them.
        ["_i_\(kit)__", "_c_\(kit)__", "-[\(kit) ", "+[\(kit) "].contains(where: name.hasPrefix)
      }
  }

  /// A Boolean value indicating whether it is a function of a kit that leads to the measured call: whatever calls
  /// it is none of the app's. What reads arguments and writes outcomes is called by the app's verbs.
  public var leadsToCall: Bool {
    isOfKit && !["Arguments.", "Outcome."].contains(where: name.hasPrefix)
      && !name.contains("RHArguments") && !name.contains("RHOutcome")
  }

  /// Those of the kit for Objective-C.
  private static let classesOfKit = [
    "RHArguments", "RHInstructionCounter", "RHOutcome", "RHReplay", "RHServer", "RHStopwatch",
    "RHVerb",
  ]
}
