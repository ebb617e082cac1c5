import DriverProtocol
import SystemPackage
import Testing

struct LineReaderTests {
  /// The lines that a reader finds in a pipe with this content.
  private func lines(_ content: [UInt8]) throws -> [String] {
    // A process that another test starts would keep the end for writing open.
    let ends = try FileDescriptor.pipe(options: .closeOnExec)
    defer { try? ends.readEnd.close() }
    try ends.writeEnd.closeAfter { _ = try ends.writeEnd.writeAll(content) }
    var reader = LineReader(descriptor: ends.readEnd.rawValue)
    var lines: [String] = []
    while let line = reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test func `lines are read one by one, including empty lines`() throws {
    #expect(try lines(Array("a\n\nbc\n".utf8)) == ["a", "", "bc"])
  }

  @Test func `a last line without a line end does not count as a line`() throws {
    #expect(try lines(Array("a\nb".utf8)) == ["a"])
    #expect(try lines([]) == [])
  }

  @Test func `a line may be longer than the reader's buffer`() throws {
    let long = String(repeating: "x", count: 20_000)
    #expect(try lines(Array("\(long)\n\(long)y\n".utf8)) == [long, long + "y"])
  }
}
