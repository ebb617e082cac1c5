import Foundation
import Recording

/// How programs whose code is made at run time are profiled: interpreters and just-in-time compilers.
///
/// perf finds the names of such code in `/tmp/perf-PID.map`, which the program itself writes if asked.
enum CodeMadeAtRunTime {
  static let environment = [
    // From Python 3.12 on.
    "PYTHONPERFSUPPORT": "1",
    // Without the second option all interpreted functions are one.
    "NODE_OPTIONS": "--perf-basic-prof --interpreted-frames-native-stack",
    // From Java 17 on, at its end. The first option makes older ones ignore the others.
    "JAVA_TOOL_OPTIONS": """
    -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit \
    -XX:+PreserveFramePointer
    """,
  ]

  /// How perf finds the callers of these programs' code: by frame pointers, or from a copy of the top of the stack.
  ///
  /// The C library, in which programs wait, is mostly compiled without frame pointers. So is Python, whose stack can
  /// then be unwound up to the innermost function written in Python. Of code that Node and Java make, only frame
  /// pointers tell the caller.
  static func callGraph(of programs: Set<String>, in unit: Profile.Unit) -> String {
    let languages = Set(programs.compactMap { ProfiledFunction.language(ofInterpreter: $0) })
    if languages.contains("python") || programs.contains(where: { $0.hasSuffix(".py") }) {
      return "dwarf,4096"
    }
    let areCompiled = languages.isDisjoint(with: ["node", "java"])
    return unit == .offCPUTime && areCompiled ? "dwarf,16384" : "fp"
  }

  /// The variables that are lists of options, to which a program may have its own.
  static let options: Set = ["NODE_OPTIONS", "JAVA_TOOL_OPTIONS"]

  /// Returns an environment with more variables. Options are added to those that are there.
  static func adding(
    _ more: [String: String], to environment: [String: String]
  ) -> [String: String] {
    var all = environment
    for (name, value) in more {
      let own = options.contains(name) ? environment[name] ?? "" : ""
      all[name] = own.isEmpty ? value : "\(own) \(value)"
    }
    return all
  }

  /// Removes the maps of processes, which would name the code of later ones with the same number.
  static func removeMaps(of processes: some Sequence<some StringProtocol>) {
    for process in processes {
      try? FileManager.default.removeItem(atPath: "/tmp/perf-\(process).map")
    }
  }
}
