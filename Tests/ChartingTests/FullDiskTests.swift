import Glibc
import SystemPackage
import Testing

@testable import Charting

@Suite struct FullDiskTests {
  @Test func `a full device is reported`() throws {
    let device = try FileDescriptor.open("/dev/full", .writeOnly)
    #expect(
      throws: ChartRenderingError.fileNotWritten(
        path: "chart.png", operation: "write", errno: .noSpace)
    ) {
      try ReplacedFile("chart.png").fill(device, with: Array(repeating: 1, count: 100))
    }
  }

  /// A real full disk, where the test may mount one.
  @Test func `a full disk leaves the old chart and no other file`() async throws {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path.string, "tmpfs", 0, "size=16k") == 0 else { return }
    defer { umount(folder.path.string) }
    let file = try folder.add("chart.svg", "old")
    do {
      try await ChartRenderer().write(Examples.timeline(), as: .svg, to: file)
      Issue.record("a chart of 80 kB was written to a disk of 16")
    } catch {
      #expect("\(error)" == "\(file): write: No space left on device")
    }
    #expect(folder.names() == ["chart.svg"])
    #expect(try folder.content(of: "chart.svg") == Array("old".utf8))
  }
}
