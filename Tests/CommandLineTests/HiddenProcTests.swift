import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// A /proc that shows each user its own processes alone, really mounted so, seen by nobody.
  @Suite(.enabled("Mounting takes root and unshare") { try HidingMount.isPossible })
  struct HiddenProcTests {
    @Test func `attach to a hidden process reports hidepid`() throws {
      let completion = try HidingMount.carryOut([BuiltProducts.rehearse, "attach", "1"])
      #expect(completion.status == 1)
      #expect(completion.errors.contains("hidepid"), "\(completion.errors)")
    }

    @Test func `an own process is watched, with a note on what may be missing`() throws {
      let script = "sleep 1000 & \(BuiltProducts.rehearse) attach $! --duration 100ms; kill $!"
      let completion = try HidingMount.carryOut(["sh", "-c", script])
      #expect(
        completion.errors.contains(
          "/proc shows only the processes of your own user (it is mounted with hidepid)"),
        "\(completion.errors)")
    }

    @Test
    func `a command's tree is sampled without a group, and both facts are reported with reasons`()
      throws
    {
      let completion = try HidingMount.carryOut([
        BuiltProducts.rehearse, "measure", "-n", "1", "--json", "--", "sh", "-c",
        "sleep 4 & wait",
      ])
      try #require(completion.status == 0, "\(completion.errors)")
      let result = try JSONSerialization.jsonObject(with: Data(completion.output.utf8))
      let commands = try #require((result as? [String: Any])?["commands"] as? [[String: Any]])
      let run = try #require((commands.first?["runs"] as? [[String: Any]])?.first)
      let circumstances = try #require(run["circumstances"] as? [String: Any])
      #expect(circumstances["hidesOthers"] as? Bool == true)
      #expect(["children", "scan"].contains(circumstances["treeSource"] as? String))
      let refusals = try #require(circumstances["groupRefusals"] as? [String])
      #expect(refusals.contains { $0.hasPrefix("no control group for memory: ") })
      #expect((run["measurements"] as? [String: Double])?["tree-processes"] == 2)
      #expect(completion.errors.contains("Processes that the commands started were sampled"))
      #expect(completion.errors.contains("There was no control group for memory: "))
      #expect(completion.errors.contains("mounted with hidepid"))
    }
  }
}

/// A mount namespace whose /proc hides others from nobody.
private enum HidingMount {
  /// Carries out a command there, as the user nobody.
  static func carryOut(_ command: [String]) throws -> Completion {
    try Completion.of(
      [
        "unshare", "--mount", "sh", "-c", "mount -t proc -o hidepid=2 proc /proc && exec \"$@\"",
        "sh", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
      ] + command)
  }

  /// Whether this user may mount, and nobody may execute what is tested.
  static var isPossible: Bool {
    get throws {
      guard geteuid() == 0 else { return false }
      return try carryOut([BuiltProducts.rehearse, "--version"]).status == 0
    }
  }
}
