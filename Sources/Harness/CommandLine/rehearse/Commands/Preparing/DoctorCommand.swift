import ArgumentParser
import CommandSupport
import Diagnosing
import Experimenting
import Exporting
import Programs
import Reports
import Scenarios

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what disturbs measurements on this machine, and what to do about it.",
    discussion: """
      Reads /proc and /sys, tries what needs permission, and changes nothing. Every experiment stores the \
      same facts.

      Exit status: 0 whatever is found, 1 Rehearse failed or a scenario can't be used.
      """)

  @Argument(
    help: ArgumentHelp("Scenario files whose builds are examined, too.", valueName: "scenario"))
  var scenarios: [String] = []

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let watch = MachineWatch()
    let builds = try scenarios.flatMap { try ScenarioFile($0).scenario.builds }
      .filter { !$0.isOptimised }.map { Problem.unoptimised(build: $0.name) }
    let missing = Problem.missingTools { SearchPath.own.program($0) != nil }
    // Stolen time needs time to show: a second has 100 of the kernel's ticks per CPU.
    try await Task.sleep(for: .seconds(1.1))
    let machine = try watch.environment()
    let diagnosis = Diagnosis(machine)
    let console = outputOptions.console
    if outputOptions.json {
      try console.print(json: DiagnosisDocument(diagnosis, of: machine, builds: builds + missing))
    } else {
      let text = DiagnosisText(width: console.width, style: console.style)
      try console.print(styled: text.rendered(diagnosis, of: machine, builds: builds + missing))
    }
  }
}

extension Build {
  /// Nothing is known about how a command was built.
  fileprivate var isOptimised: Bool {
    if case .package(let package) = origin { package.isOptimised } else { true }
  }
}
