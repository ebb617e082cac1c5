import Building
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Experimenting

/// What is made of a command that people type.
struct CommandScaffoldTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func scaffold(_ command: String, unknown: [String] = []) throws -> Scaffold {
    try Scaffold(
      .command, in: ProjectDetection(folder: folder.path, unknownPrograms: unknown),
      .init(command: try CommandInput(command)))
  }

  @Test(arguments: [
    (3.0, "waits (98 % of its time)"), (285.0, "keeps 1.9 CPUs busy"),
  ])
  func `a command that waits or uses several CPUs gets a gate on its wall time`(
    _ cpu: Double, _ words: String
  ) throws {
    let text = try #require(try scaffold("sort -u").files.first).text
    let gated = try #require(Scaffold.gatingTime(text, by: Rhythm(cpu: cpu * 1e6, wall: 150e6)))
    let gates = try ScenarioParser.parse(gated, file: "s.yml", allowingUnrecorded: true).gates
    #expect(gates.map(\.metric) == [.cpuTime, .wallTime, .peakMemory])
    #expect(gates[1].limit == .change(0.1))
    #expect(gated.contains(words), "\(gated)")
    // Once is enough.
    #expect(Scaffold.gatingTime(gated, by: Rhythm(cpu: cpu * 1e6, wall: 150e6)) == nil)
  }

  @Test func `a command that keeps one CPU busy gets no gate on its wall time`() throws {
    let text = try #require(try scaffold("sort -u").files.first).text
    #expect(Scaffold.gatingTime(text, by: Rhythm(cpu: 140e6, wall: 150e6)) == nil)
    #expect(Scaffold.gatingTime("scenario: s", by: Rhythm(cpu: 1e6, wall: 150e6)) == nil)
  }

  private func scenario(_ scaffold: Scaffold) throws -> Scenario {
    try ScenarioParser.parse(
      try #require(scaffold.files.first).text, file: "s.yml", allowingUnrecorded: true)
  }

  private func step(_ command: String) throws -> (StepCommand, name: String) {
    let scaffold = try scaffold(command)
    return (
      try #require(try scenario(scaffold).stories[0].steps[0].command), scaffold.name
    )
  }

  @Test func `variables before a program become the step's environment, with paths adapted`()
    throws
  {
    try folder.add("lib/a", "")
    let (step, name) = try step("NAME=Tyler EMPTY= ON=no DIRS=lib:/opt ./mo --x=1")
    #expect(step.words == ["../mo", "--x=1"] && name == "mo")
    #expect(
      step.environment
        == ["NAME": "Tyler", "EMPTY": "", "ON": "no", "DIRS": "${scenario}/../lib:/opt"])
    #expect(throws: Refusal.noCommand(folder.path, programs: [])) {
      try scaffold("A=b")
    }
  }

  @Test func `the word after -m is a module that Python finds in the project`() throws {
    for file in ["markdown/__init__.py", "README.md", "src/shop.py"] { try folder.add(file, "") }
    var (command, name) = try step("python -X dev -m markdown README.md")
    #expect(command.words == ["python", "-X", "dev", "-m", "markdown", "README.md"])
    #expect(command.environment == ["PYTHONPATH": "${scenario}/.."] && name == "markdown")
    (command, name) = try step("PYTHONPATH=src python3.12 -m shop.orders")
    #expect(command.environment == ["PYTHONPATH": "${scenario}/../src"] && name == "shop-orders")
    (command, name) = try step("python3 -m json.tool README.md")
    #expect(command.environment == [:] && name == "json-tool")
    (command, name) = try step("python3 -m shop | wc -l")
    #expect(command.shellText == "python3 -m shop | wc -l" && name == "shop")
    #expect(command.environment == ["PYTHONPATH": "${scenario}/../src"])
  }

  @Test(arguments: [
    ("./mo demo/a.mo | sort -u", "'${scenario}/../mo' a.mo | sort -u"),
    ("sh -c \"./mo demo/a.mo | sort\"", "'${scenario}/../mo' a.mo | sort"),
    ("N=1 ./mo 'no such' 2>&1 >out.txt", "N=1 '${scenario}/../mo' 'no such' 2>&1 >out.txt"),
    (
      "./mo <demo/a.mo && echo \"$N ${HOME}\"",
      "'${scenario}/../mo' <a.mo && echo \"$N $${HOME}\""
    ),
    ("cat demo/*.mo *.none | ./mo", "cat '${scenario}'/../demo/*.mo *.none | '${scenario}/../mo'"),
    ("echo $(./mo demo) demo/a.mo", "echo $('${scenario}/../mo' '${scenario}/../demo') a.mo"),
    ("bash -c './mo x' | wc", "bash -c ''\\''${scenario}/../mo'\\'' x' | wc"),
    ("for i in 1 2; do ./mo $i; done", "for i in 1 2; do '${scenario}/../mo' $i; done"),
  ])
  func `a command with a pipe goes to a shell, with its paths adapted`(
    typed: String, text: String
  ) throws {
    try folder.addScript("mo", "true")
    try folder.add("demo/a.mo", "")
    let scenario = try scenario(try scaffold(typed))
    #expect(scenario.stories[0].steps[0].command?.shellText == text)
    #expect(scenario.files == (text.contains("a.mo") ? ["../demo/a.mo"] : []))
  }

  @Test(arguments: [
    (["CMakeLists.txt", "Makefile"], "./build/tests/tool", "../build", "cmake"),
    (["CMakeLists.txt", "Makefile", "out/CMakeCache.txt"], "./out/x/tool", "../out", "cmake"),
    (["CMakeLists.txt", "CMakeCache.txt"], "./tool", "..", "cmake"),
    (["CMakeLists.txt", "Makefile"], "./bin/tool", "", "make"),
    (["Makefile"], "./tool", "", "make"),
    (["Cargo.toml"], "./target/release/tool", "", "cargo"),
    (["meson.build"], "out/tool", "../out", "meson"),
    (["go.mod", "cmd/tool/main.go"], "./tool", "", "go"),
    (["Package.swift"], ".build/release/tool", "", "swift"),
  ])
  func `a program that git does not have is made by the project's build tool`(
    files: [String], program: String, to place: String, tool: String
  ) throws {
    for file in files { try folder.add(file, "CMAKE_BUILD_TYPE:STRING=Release\n") }
    let expected: [[String]] =
      switch tool {
      case "cmake":
        [
          ["cmake", "-S", "..", "-B", place, "-DCMAKE_BUILD_TYPE=Release"],
          ["cmake", "--build", place],
        ]
      case "make": [["make", "-C", ".."]]
      case "cargo": [["cargo", "build", "--release", "--manifest-path", "../Cargo.toml"]]
      case "meson":
        [
          ["meson", "setup", "--buildtype=release", place, ".."],
          ["meson", "compile", "-C", place],
        ]
      case "go": [["go", "build", "-C", "..", "-o", "tool", "./cmd/tool"]]
      default:
        [["swift", "build", "-c", "release", "--package-path", "..", "--product", "tool"]]
      }
    let scaffold = try scaffold("\(program) -v", unknown: [program])
    let build = try scenario(scaffold).builds[0]
    #expect(build.making == expected.map(MakingCommand.words) && scaffold.unmade == nil)
    #expect(scaffold.notes[0].hasPrefix("\(program) is not in git, so 'make:' in "))
    // What git has is there at every revision.
    #expect(try scenario(try self.scaffold(program)).builds[0].making == [])
  }

  @Test(arguments: [
    (nil, "Release", true), ("CMAKE_BUILD_TYPE:STRING=\nA:B=C\n", "Release", true),
    ("CMAKE_BUILD_TYPE:STRING=Debug\n", "Debug", false),
  ])
  func `CMake gets the build type of the existing build folder, or an optimised one`(
    cache: String?, type: String, isAssumed: Bool
  ) throws {
    try folder.add("CMakeLists.txt", "")
    if let cache { try folder.add("build/CMakeCache.txt", cache) }
    let scaffold = try scaffold("./build/tool", unknown: ["./build/tool"])
    #expect(
      try scenario(scaffold).builds[0].making[0]
        == .words(["cmake", "-S", "..", "-B", "../build", "-DCMAKE_BUILD_TYPE=\(type)"]))
    #expect(
      scaffold.notes.contains { $0.hasPrefix("CMake has no build type here") } == isAssumed)
  }

  @Test(arguments: [
    ("project('a', 'c')", nil, ["--buildtype=release"], true),
    ("project('a', 'c')", "[options]\nbuildtype = debug\n", ["--buildtype=debug"], false),
    ("project('a', 'c')", "[options]\nwerror = true\n", ["--buildtype=release"], true),
    ("project('a', 'c', default_options: ['buildtype=minsize'])", nil, [], false),
  ])
  func `Meson gets the build type of the existing build folder, or an optimised one`(
    project: String, told: String?, option: [String], isAssumed: Bool
  ) throws {
    try folder.add("meson.build", project)
    if let told {
      try folder.add(["build/build.ninja": "", "build/meson-private/cmd_line.txt": told])
    }
    let scaffold = try scaffold("./build/tool", unknown: ["./build/tool"])
    #expect(
      try scenario(scaffold).builds[0].making[0]
        == .words(["meson", "setup"] + option + ["../build", ".."]))
    #expect(
      scaffold.notes.contains { $0.hasPrefix("Meson has no build type here") } == isAssumed)
  }

  @Test func `a program without a known build command is named`() throws {
    let tool = try scaffold("./tool", unknown: ["./tool"])
    #expect(tool.unmade == "./tool")
    #expect(try scenario(tool).builds[0].making == [])
    try folder.add("Makefile", "")
    let interpreter = ".venv/bin/python"
    let script = try scaffold("\(interpreter) a.py", unknown: [interpreter])
    #expect(script.unmade == interpreter && script.interpreterInPath == "python3")
    #expect(tool.interpreterInPath == nil)
  }
}
