extension ProfiledFunction {
  /// The module of the driver's own executable, whatever its file's name: two builds may have different
  /// names, but the same functions.
  public static let program = "program"

  /// A Boolean value indicating whether it belongs to a kit for writing drivers.
  public var isOfKit: Bool {
    module == "DriverKit" || module == "DriverProtocol"
      || ownModule == "rehearse_driver.py" || ownModule == "rehearse-driver.mjs"
      || Self.classesOfKit.contains { kit in
        // As GNUstep's compilers name methods, and as people write them.
        ["_i_\(kit)__", "_c_\(kit)__", "-[\(kit) ", "+[\(kit) "].contains(where: name.hasPrefix)
      }
  }

  /// A Boolean value indicating whether it is a kit's function that leads to the measured call: none of its
  /// callers is the app's. The functions that read arguments and write outcomes are called by the app's
  /// verbs.
  public var leadsToCall: Bool {
    isOfKit && !["Arguments.", "Outcome."].contains(where: name.hasPrefix)
      && !name.contains("RHArguments") && !name.contains("RHOutcome")
  }

  private static let classesOfKit = [
    "RHArguments", "RHInstructionCounter", "RHOutcome", "RHReplay", "RHServer", "RHStopwatch",
    "RHVerb",
  ]
}
