import CGnuplot
import Glibc
import Subprocess
import SystemPackage

struct GnuplotOutput: Sendable {
  let picture: [UInt8]
  let messages: String
  let status: TerminationStatus

  /// Runs gnuplot on a script, without the user's own start-up files (`-d`).
  ///
  /// `timeout` of the coreutils watches the time. Here, a picture that came in time would count as late if this
  /// process did not get to look at it, as happens on a busy machine.
  static func collect(
    from gnuplot: FilePath, script: String, _ environment: Environment, limit: Int,
    within timeLimit: Duration
  ) async throws -> GnuplotOutput {
    let timeout = try await Executable.name("timeout").resolveExecutablePath(in: .inherit)
    var options = PlatformOptions()
    // A cancelled task kills both at once: `timeout`, killed or asked to end alone, can leave gnuplot behind.
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(5))
    ]
    let result = try await run(
      .path(timeout),
      arguments: [
        "--foreground", "--kill-after=10", "\(timeLimit / .seconds(1))", gnuplot.string, "-d",
        script,
      ],
      environment: environment, platformOptions: options, output: .bytes(limit: limit),
      error: .bytes(limit: 1 << 20))
    if lateStatuses.contains(result.terminationStatus) {
      throw ChartError.gnuplotTimedOut(timeLimit)
    }
    return GnuplotOutput(
      picture: result.standardOutput,
      messages: String(decoding: result.standardError, as: UTF8.self),
      status: result.terminationStatus)
  }

  /// How `timeout` says that it ended the program, and that it had to kill it. If somebody else kills it,
  /// `timeout` ends by the same signal.
  private static let lateStatuses: [TerminationStatus] = [.exited(124), .exited(137)]

  /// - Throws: `ChartError.fontMissing`, `.gnuplotFailed`.
  func check(script path: String) throws(ChartError) {
    switch status {
    case .exited(0): return
    case .exited(CInt(ChartCanvas.noFontStatus)): throw .fontMissing
    case .exited(let code):
      throw .gnuplotFailed(status: "exit status \(code)", message: said(of: path))
    case .signaled(let signal):
      throw .gnuplotFailed(status: "signal \(signal)", message: said(of: path))
    }
  }

  /// gnuplot's message on one line, without the script's name.
  private func said(of path: String) -> String {
    let lines = messages.replacing("\"\(path)\"", with: "script").split(separator: "\n")
    let words = lines.map { ScriptText.visible($0).split(separator: " ").joined(separator: " ") }
    return words.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

/// A complete script in an anonymous file in memory, which ends with this value.
///
/// gnuplot must read a file: from standard input it would continue after an error.
struct ScriptFile: ~Copyable {
  private let descriptor: FileDescriptor

  /// Writes the script through gnuplot-iostream.
  init(_ script: borrowing GnuplotScript) throws(ChartError) {
    var opened: OpaquePointer?
    try Self.call { cgnuplot_open(&opened, $0, $1) }
    for part in script.parts {
      do throws(ChartError) {
        switch part {
        case .commands(var text): try Self.write(&text, to: opened)
        case .block(let name, let columns, let values):
          // A row's end is a separate line, so the line `e`, with which gnuplot-iostream ends its data, can
          // end the block.
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

  /// The script's path for other processes of this user while this value lives.
  var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }

  func contents() throws(ChartError) -> String {
    do {
      let size = try descriptor.seek(offset: 0, from: .end)
      return try String(unsafeUninitializedCapacity: Int(size)) { buffer in
        try descriptor.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw .scriptNotWritten("\(error)")
    }
  }

  private static func write(_ text: inout String, to script: OpaquePointer?) throws(ChartError) {
    let written = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { bytes in
        Result { () throws(ChartError) in
          try call { cgnuplot_text(script, bytes.baseAddress, bytes.count, $0, $1) }
        }
      }
    }
    try written.get()
  }

  private static func call(
    _ function: (UnsafeMutablePointer<CChar>?, Int) -> CInt
  ) throws(ChartError) {
    var message = [CChar](repeating: 0, count: 256)
    let status = message.withUnsafeMutableBufferPointer { function($0.baseAddress, $0.count) }
    guard status == 0 else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .scriptNotWritten(String(decoding: text, as: UTF8.self))
    }
  }
}
