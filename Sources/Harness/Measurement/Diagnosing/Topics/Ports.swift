import Recording
import Sampling

/// Checks whether there are enough TCP ports for services, and how long their queues may be.
enum Ports: Topic {
  static let name = "TCP ports"

  private static let folder = "/proc/sys/net"
  /// Each run takes a few, and those of earlier runs are free again within a minute.
  private static let fewestPorts = 1000
  /// The length that most servers request.
  private static let shortestQueue = 128

  static func read(_ machine: MachineReading, into facts: inout MachineFacts) {
    let files = machine.files
    facts.ephemeralPorts = Fact { () throws(SamplingError) in
      let file = folder + "/ipv4/ip_local_port_range"
      let line = try files.line(file)
      let bounds = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard bounds.count == 2, bounds[0] <= bounds[1] else {
        throw .unexpected(path: files.path(file), text: line, allowed: "two numbers")
      }
      return bounds[1] - bounds[0] + 1
    }
    facts.connectionQueue = Fact { () throws(SamplingError) in
      try files.number(folder + "/core/somaxconn")
    }
  }

  static func observations(of facts: MachineFacts, on machine: Environment) -> [Observation] {
    judge(facts.ephemeralPorts) { ports in
      guard ports >= fewestPorts else {
        return problem(
          .note, "\(ports) in the ephemeral range",
          effect: "After many runs in a row, services and their clients may find no free port.",
          remedy: .command("sudo sysctl net.ipv4.ip_local_port_range='32768 60999'"))
      }
      guard let queue = facts.connectionQueue?.value else {
        return inOrder("\(ports) in the ephemeral range")
      }
      guard queue >= shortestQueue else {
        return problem(
          .note, "queues of \(queue) connections at most",
          effect:
            "A service that many clients ask at once loses connections, which the clients retry after a "
            + "second.",
          remedy: .command("sudo sysctl net.core.somaxconn=4096"))
      }
      return inOrder("\(ports) in the ephemeral range, queues of \(queue) connections at most")
    }
  }
}
