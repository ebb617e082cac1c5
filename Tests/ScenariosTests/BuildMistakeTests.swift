import Scenarios
import Testing

struct BuildMistakeTests {
  @Test(arguments: [
    (
      "a: { config: debug }",
      """
      f:4:8: unknown key 'config' in 'a'; allowed: configuration, swift-flags, toolchain, command, make, variables.
      """
    ),
    (
      "a: { configuraton: debug }",
      """
      f:4:8: unknown key 'configuraton' in 'a'; allowed: configuration, swift-flags, toolchain, command, make, variables. \
      Did you mean 'configuration'?
      """
    ),
    (
      "a: { configuration: relase }",
      "f:4:23: 'configuration' is 'relase'; allowed: debug, release. Did you mean 'release'?"
    ),
    (
      "a: { configuration: fast }",
      "f:4:23: 'configuration' is 'fast'; allowed: debug, release."
    ),
    (
      "a: { swift-flags: -Ounchecked }",
      "f:4:21: 'swift-flags' is '-Ounchecked'; allowed: a list of compiler flags."
    ),
    (
      "a: { swift-flags: [[-O]] }",
      "f:4:22: a compiler flag is a list; allowed: text."
    ),
    ("a: { toolchain: [6.2] }", "f:4:19: 'toolchain' is a list; allowed: text."),
    ("a: { toolchain: }", "f:4:19: 'toolchain' is nothing; allowed: text."),
    (
      "a: { command: [app], toolchain: 6.2.1 }",
      "f:4:35: 'toolchain' beside 'command': a command is not built by the package manager."
    ),
    (
      "a: { command: [app], configuration: debug, swift-flags: [] }",
      """
      f:4:39: 'configuration' beside 'command': a command is not built by the package manager.
      f:4:59: 'swift-flags' beside 'command': a command is not built by the package manager.
      """
    ),
    (
      "a: { make: [make] }",
      """
      f:4:14: 'make' without 'command': nothing says how to start what it makes; allowed: \
      'command' beside it.
      """
    ),
    (
      "a: { command: [./a], make: [] }",
      "f:4:30: 'make' is empty; allowed: one command or more."
    ),
    (
      "a: { command: [./a], make: [[]] }",
      "f:4:31: a command is empty; allowed: one word or more."
    ),
    ("a: { command: [./a], make: {} }", "f:4:30: 'make' is a mapping; allowed: text."),
    ("a: { command: [] }", "f:4:17: the command is empty; allowed: one word or more."),
    ("a: { command: app }", "f:4:17: 'command' is 'app'; allowed: a list of words."),
    ("a: { command: [\"\"] }", "f:4:18: a word of the command is nothing; allowed: text."),
    (
      "a: release",
      """
      f:4:6: 'a' is 'release'; allowed: a mapping with configuration, swift-flags, toolchain, command, make, variables.
      """
    ),
    (
      "a:",
      "f:4:5: 'a' is nothing; allowed: a mapping with configuration, swift-flags, toolchain, command, make, variables."
    ),
    (
      "a: &a { swift-flags: [] }\nb: { <<: *a }",
      "f:5:8: unknown key '<<' in 'b'; allowed: configuration, swift-flags, toolchain, command, make, variables."
    ),
    ("1: {}\n\"1\": {}", "f:5:3: the key '1' appears twice."),
  ])
  func `mistakes in a build are reported with their place`(_ builds: String, _ mistakes: String) {
    #expect(Samples.mistakes(in: Samples.builds(builds)) == mistakes)
  }

  @Test(arguments: [
    ("6.10", "6.10"), ("main-snapshot-2026-01-31", "main-snapshot-2026-01-31"),
    ("~/swift-6.2.1", "~/swift-6.2.1"), ("../swift", "../swift"),
  ])
  func `a toolchain is text, even if YAML reads it as a number`(
    _ text: String, _ toolchain: String
  ) throws {
    let scenario = try ScenarioParser.parse(
      Samples.builds("a: { toolchain: \(text) }\nb: {}"), file: "f")
    let found = scenario.builds.map { build in
      if case .package(let package) = build.origin { package.toolchain } else { "no package" }
    }
    #expect(found == [toolchain, nil])
  }

  @Test(
    arguments: [
      ("[make, app]", [.words(["make", "app"])]),
      ("make app", [.line("make app")]),
      ("[[make], [cp, a, b]]", [.words(["make"]), .words(["cp", "a", "b"])]),
      ("[\"cmake -B build\", cmake]", [.line("cmake -B build"), .line("cmake")]),
      ("[make, [cp, a, b]]", [.line("make"), .words(["cp", "a", "b"])]),
      ("[sh, -c, \"make && cp a b\"]", [.words(["sh", "-c", "make && cp a b"])]),
    ] as [(String, [MakingCommand])])
  func `'make' is words, a line for the shell, or several of either`(
    _ text: String, _ commands: [MakingCommand]
  ) throws {
    let scenario = try ScenarioParser.parse(
      Samples.builds("a: { command: [./app], make: \(text) }"), file: "f")
    #expect(scenario.builds[0].making == commands)
  }

  @Test(arguments: [
    ("a b", "holds ' '"), ("a/b", "holds '/'"), ("-a", "does not begin with a letter or a digit"),
    (".", "does not begin with a letter or a digit"), ("a,b", "holds ','"),
    ("a\tb", "holds '\t'"), ("a😀", "holds '😀'"),
    (String(repeating: "a", count: 65), "is longer than 64 characters"),
  ])
  func `a build's name is refused if it can't stand in tables, commands and file names`(
    _ name: String, _ objection: String
  ) {
    #expect(
      Samples.mistakes(in: Samples.builds("\"\(name)\": {}")) == """
        f:4:3: a key of 'builds' is '\(name)', which \(objection); allowed: letters, digits, '-', \
        '_' and '.', 64 at most, a letter or digit first.
        """)
  }

  @Test func `layouts are refused for a build with its own command`() {
    let builds = "a: { command: [app] }\nb: {}\nc: { command: [./app, x] }"
    func mistakes(layouts: Int) -> String {
      Samples.mistakes(
        in: Samples.builds(builds, driver: "\(Samples.driver)\nlayouts: \(layouts)"))
    }
    #expect(mistakes(layouts: 1) == "")
    #expect(
      mistakes(layouts: 8) == """
        f:5:17: 'command' beside 'layouts: 8': a command is not linked by Rehearse.
        f:7:17: 'command' beside 'layouts: 8': a command is not linked by Rehearse.
        """)
  }

  @Test func `a wrong build name does not hide mistakes below it`() {
    #expect(
      Samples.mistakes(in: Samples.builds("a/b: { configuration: fast }")) == """
        f:4:3: a key of 'builds' is 'a/b', which holds '/'; allowed: letters, digits, '-', '_' and \
        '.', 64 at most, a letter or digit first.
        f:4:25: 'configuration' is 'fast'; allowed: debug, release.
        """)
  }

  @Test(arguments: [
    (
      "driver: { package: . }",
      "f:2:9: 'driver' has no 'product'; allowed: the executable product that is the driver."
    ),
    (
      "driver: { product: d, produce: e }",
      "f:2:23: unknown key 'produce' in 'driver'; allowed: package, product. Did you mean 'product'?"
    ),
    ("driver: d", "f:2:9: 'driver' is 'd'; allowed: a mapping with package, product."),
    ("driver: { product: [d] }", "f:2:20: 'product' is a list; allowed: text."),
    (
      "driver: { package: ~, product: \"\" }",
      """
      f:2:20: 'package' is '~'; allowed: text.
      f:2:32: 'product' is nothing; allowed: text.
      """
    ),
    (
      "runs: 1",
      "f:4:6: 'a' has no 'command', and the scenario no 'driver' to build; allowed: either of them."
    ),
  ])
  func `a build without a command needs a driver`(_ driver: String, _ mistakes: String) {
    #expect(Samples.mistakes(in: Samples.builds("a: {}", driver: driver)) == mistakes)
  }
}
