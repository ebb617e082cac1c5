import Charting
import Glibc
import SystemPackage
import Testing

@Suite struct FailureTests {
  @Test func `a missing gnuplot says what to install`() async throws {
    let folder = try TemporaryFolder()
    let error = await failure(with: ChartRenderer(searchPath: folder.path.string))
    #expect(error == .gnuplotMissing(searchPath: folder.path.string))
    #expect(
      error?.description == "gnuplot is not in \"\(folder.path)\"; "
        + "install it (Debian: apt-get install gnuplot-nox)")
    #expect(await failure(with: ChartRenderer(searchPath: "")) == .gnuplotMissing(searchPath: ""))
  }

  @Test func `a gnuplot that fails is quoted`() async throws {
    let folder = try TemporaryFolder()
    try folder.addGnuplot("echo \"\\\"$2\\\" line 7: no such thing\" >&2; exit 3")
    let error = await failure(with: ChartRenderer(searchPath: folder.path.string))
    #expect(
      error?.description == "gnuplot failed (exit status 3): script line 7: no such thing")
  }

  @Test func `a gnuplot that is killed is told from one that fails`() async throws {
    let folder = try TemporaryFolder()
    try folder.addGnuplot("kill -KILL $$")
    let error = await failure(with: ChartRenderer(searchPath: folder.path.string))
    #expect(error?.description == "gnuplot failed (signal 9): it gave no reason")
  }

  @Test(arguments: [ChartFormat.svg, .inlineSVG, .png])
  func `a picture cut short is no picture`(_ format: ChartFormat) async throws {
    let folder = try TemporaryFolder()
    let tools = try TemporaryFolder()
    try tools.addGnuplot("/usr/bin/gnuplot \"$@\" | /usr/bin/head -c 2000")
    let file = try folder.add("chart", "old")
    let renderer = ChartRenderer(searchPath: tools.path.string)
    await #expect(throws: ChartRenderingError.pictureCutShort(format: format, bytes: 2000)) {
      try await renderer.write(Examples.peakMemory(), as: format, to: file)
    }
    #expect(try folder.content(of: "chart") == Array("old".utf8))
    #expect(folder.names() == ["chart"])
  }

  @Test func `a gnuplot that hangs is given up`() async throws {
    let folder = try TemporaryFolder()
    try folder.addGnuplot("exec /bin/sleep 60")
    let renderer = ChartRenderer(
      searchPath: folder.path.string, timeLimit: .milliseconds(200))
    let started = ContinuousClock.now
    #expect(await failure(with: renderer) == .gnuplotTimedOut(.milliseconds(200)))
    #expect(ContinuousClock.now - started < .seconds(20))
  }

  @Test func `a PNG without any font is refused`() async throws {
    let folder = try TemporaryFolder()
    let fonts = try folder.add("fonts.conf", "<fontconfig></fontconfig>")
    try folder.addGnuplot("export FONTCONFIG_FILE=\(fonts); exec /usr/bin/gnuplot \"$@\"")
    let renderer = ChartRenderer(searchPath: folder.path.string)
    await #expect(throws: ChartRenderingError.fontMissing) {
      _ = try await renderer.draw(Examples.timeline(), as: .png)
    }
    #expect(
      ChartRenderingError.fontMissing.description.contains("apt-get install fonts-dejavu-core"))
  }

  @Test func `a destination that can not be written is named`() async throws {
    let path = FilePath("/nowhere/chart.svg")
    let error = await writing(to: path)
    guard case .fileNotWritten("/nowhere/chart.svg", let operation, .noSuchFileOrDirectory) = error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(operation.hasPrefix("create /nowhere/.chart.svg."))
  }

  @Test func `a device or a folder is not replaced`() async throws {
    let folder = try TemporaryFolder()
    for path in ["/dev/full", folder.path.string] {
      #expect(await writing(to: FilePath(path)) == .notARegularFile(path: path))
    }
    var facts = stat()
    #expect(stat("/dev/full", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
  }

  private func failure(with renderer: ChartRenderer) async -> ChartRenderingError? {
    do {
      _ = try await renderer.draw(Examples.peakMemory(), as: .svg)
      return nil
    } catch {
      return error as? ChartRenderingError
    }
  }

  private func writing(to path: FilePath) async -> ChartRenderingError? {
    do {
      try await ChartRenderer().write(Examples.peakMemory(), as: .svg, to: path)
      return nil
    } catch {
      return error as? ChartRenderingError
    }
  }
}
