import Testing

@testable import Diagnosing

struct PortTests {
  private let machine: FakeMachine

  init() throws { machine = try FakeMachine() }

  private static let range = "/proc/sys/net/ipv4/ip_local_port_range"
  private static let queue = "/proc/sys/net/core/somaxconn"

  @Test func `the number of ports and the longest queue are reported`() throws {
    #expect(
      try machine.observations(of: Ports.self) == [
        .inOrder(
          name: "TCP ports",
          found: "28232 in the ephemeral range, queues of 4096 connections at most")
      ])
    try machine.remove(Self.queue)
    #expect(
      try machine.observations(of: Ports.self)
        == [.inOrder(name: "TCP ports", found: "28232 in the ephemeral range")])
  }

  @Test func `few ports and a short queue are noted, the queue with a remedy`() throws {
    try machine.set(Self.queue, "127\n")
    let short = try #require(problem(machine.observations(of: Ports.self)))
    #expect(short.severity == .note && short.found == "queues of 127 connections at most")
    #expect(short.remedy == .command("sudo sysctl net.core.somaxconn=4096"))
    try machine.set(Self.range, "60001\t60999\n")
    let few = try #require(problem(machine.observations(of: Ports.self)))
    #expect(few.severity == .note && few.found == "999 in the ephemeral range")
    try machine.set(Self.range, "60000\t60999\n")
    #expect(try problem(machine.observations(of: Ports.self)) == short)
  }

  @Test(arguments: ["", "32768", "60999 32768", "a b"])
  func `a malformed range of ports is reported as unknown`(_ text: String) throws {
    try machine.set(Self.range, text)
    let observations = try machine.observations(of: Ports.self)
    guard observations.count == 1, case .unknown(let name, _) = observations[0] else {
      Issue.record("\(observations)")
      return
    }
    #expect(name == "TCP ports")
  }
}
