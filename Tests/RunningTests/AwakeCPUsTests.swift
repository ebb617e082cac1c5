import Glibc
import SystemPackage
import Testing

@testable import Running

/// CPUs that are kept awake.
@Suite struct AwakeCPUsTests {
  private static let device = "/dev/cpu_dma_latency"

  /// The longest time in µs that a CPU may take to wake, for all who have a demand.
  private static func longestWaking() throws -> Int32 {
    let file = try FileDescriptor.open(device, .readOnly)
    return try file.closeAfter {
      var time: Int32 = -1
      let count = try withUnsafeMutableBytes(of: &time) { try file.read(into: $0) }
      return try #require(count == MemoryLayout<Int32>.size ? time : nil)
    }
  }

  @Test func `CPUs stay awake for who may demand it, and for others nothing fails`() throws {
    guard let awake = AwakeCPUs() else {
      #expect(access(Self.device, W_OK) != 0)
      return
    }
    defer { awake.end() }
    #expect(try Self.longestWaking() == 0)
  }
}
