import CGnuplot
import Glibc
import SystemPackage

/// A complete script in an anonymous file in memory; it goes when this value goes.
///
/// gnuplot has to read a file: from its standard input it would carry on after an error.
struct ScriptFile: ~Copyable {
  private let descriptor: FileDescriptor

  /// Writes the script through gnuplot-iostream.
  init(_ script: borrowing GnuplotScript) throws(ChartRenderingError) {
    var opened: OpaquePointer?
    try Self.call { cgnuplot_open(&opened, $0, $1) }
    for part in script.parts {
      do throws(ChartRenderingError) {
        switch part {
        case .commands(var text):
          try Self.write(&text, to: opened)
        case .block(let name, let columns, let values):
          // A row's end is a line of its own, so the line `e`, with which gnuplot-iostream
          // ends its data, can end the block.
          var opening = "$\(name) << e\n"
          try Self.write(&opening, to: opened)
          let rows = columns == 0 ? 0 : values.count / columns
          try Self.call { cgnuplot_rows(opened, values, rows, columns, $0, $1) }
        }
      } catch {
        cgnuplot_discard(opened)
        throw error
      }
    }
    var number: CInt = -1
    try Self.call { cgnuplot_finish(opened, &number, $0, $1) }
    descriptor = FileDescriptor(rawValue: number)
  }

  deinit { try? descriptor.close() }

  /// Where another process of this user finds the script while this value lives.
  var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }

  func contents() throws(ChartRenderingError) -> String {
    do {
      let size = try descriptor.seek(offset: 0, from: .end)
      return try String(unsafeUninitializedCapacity: Int(size)) { buffer in
        try descriptor.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw .scriptNotWritten("\(error)")
    }
  }

  private static func write(
    _ text: inout String, to script: OpaquePointer?
  ) throws(ChartRenderingError) {
    let written = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { bytes in
        Result { () throws(ChartRenderingError) in
          try call { cgnuplot_text(script, bytes.baseAddress, bytes.count, $0, $1) }
        }
      }
    }
    try written.get()
  }

  private static func call(
    _ function: (UnsafeMutablePointer<CChar>?, Int) -> CInt
  ) throws(ChartRenderingError) {
    var message = [CChar](repeating: 0, count: 256)
    let status = message.withUnsafeMutableBufferPointer { function($0.baseAddress, $0.count) }
    guard status == 0 else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .scriptNotWritten(String(decoding: text, as: UTF8.self))
    }
  }
}
