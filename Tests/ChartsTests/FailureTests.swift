import Charts
import SystemPackage
import TestSupport
import Testing

@Suite struct FailureTests {
  @Test func `the error for a missing gnuplot says what to install`() async throws {
    let folder = try ScratchFolder()
    let error = await failure(with: ChartRenderer(searchPath: folder.path.string))
    #expect(error == .gnuplotMissing(searchPath: folder.path.string))
    #expect(
      error?.description == "gnuplot is not in \"\(folder.path)\"; "
        + "install it (Debian: apt-get install gnuplot-nox)")
    #expect(await failure(with: ChartRenderer(searchPath: "")) == .gnuplotMissing(searchPath: ""))
    await #expect(throws: ChartError.gnuplotMissing(searchPath: "")) {
      try await ChartRenderer(searchPath: "").check()
    }
  }

  @Test func `the error of a failed gnuplot quotes its message`() async throws {
    let folder = try ScratchFolder()
    try folder.addScript("gnuplot", "echo \"\\\"$2\\\" line 7: no such thing\" >&2; exit 3")
    let error = await failure(with: ChartRenderer(searchPath: folder.path.string))
    #expect(
      error?.description == "gnuplot failed (exit status 3): script line 7: no such thing")
  }

  @Test func `a killed gnuplot is reported with its signal`() async throws {
    let folder = try ScratchFolder()
    try folder.addScript("gnuplot", "kill -KILL $$")
    let error = await failure(with: ChartRenderer(searchPath: folder.path.string))
    #expect(error?.description == "gnuplot failed (signal 9): it gave no reason")
  }

  @Test(arguments: ChartFormat.allCases)
  func `a picture that is cut short is refused`(_ format: ChartFormat) async throws {
    let tools = try ScratchFolder()
    try tools.addScript("gnuplot", "/usr/bin/gnuplot \"$@\" | /usr/bin/head -c 2000")
    let renderer = ChartRenderer(searchPath: tools.path.string)
    await #expect(throws: ChartError.pictureCutShort(format: format, bytes: 2000)) {
      _ = try await renderer.draw(Examples.peakMemory(), as: format)
    }
  }

  @Test func `a gnuplot that hangs is ended after the time limit`() async throws {
    let folder = try ScratchFolder()
    try folder.addScript("gnuplot", "exec /bin/sleep 1000")
    let renderer = ChartRenderer(
      searchPath: folder.path.string, timeLimit: .milliseconds(200))
    let started = ContinuousClock.now
    #expect(await failure(with: renderer) == .gnuplotTimedOut(.milliseconds(200)))
    // Far from both: a busy machine takes its time to stop what would go on for 1,000 s.
    #expect(ContinuousClock.now - started < .seconds(500))
  }

  @Test(arguments: [ChartFormat.png, .pdf])
  func `drawing letters without any font is refused`(_ format: ChartFormat) async throws {
    let folder = try ScratchFolder()
    let fonts = try folder.add("fonts.conf", "<fontconfig></fontconfig>")
    try folder.addScript("gnuplot", "export FONTCONFIG_FILE=\(fonts); exec /usr/bin/gnuplot \"$@\"")
    let renderer = ChartRenderer(searchPath: folder.path.string)
    await #expect(throws: ChartError.fontMissing) {
      _ = try await renderer.draw(Examples.timeline(), as: format)
    }
    #expect(
      ChartError.fontMissing.description.contains("apt-get install fonts-dejavu-core"))
  }

  private func failure(with renderer: ChartRenderer) async -> ChartError? {
    do {
      _ = try await renderer.draw(Examples.peakMemory(), as: .svg)
      return nil
    } catch {
      return error as? ChartError
    }
  }
}
