import Recording

/// Which builds of an experiment to set against each other, so that one thing alone is between them.
struct AttributionSteps {
  /// The build with all checks, optimised.
  let reference: String
  let steps: [Step]

  /// A build with something, and one without.
  struct Step: Equatable {
    let subject: Attribution.Subject
    let with: String
    let without: String
  }

  /// All builds that take part, each once or more.
  var builds: [String] { [reference] + steps.flatMap { [$0.with, $0.without] } }

  /// Nil where there is no such build, or nothing to set against it.
  init?(_ builds: [BuildRecord]) {
    let settings = builds.compactMap { build in
      build.checks?.setting.map { (name: build.name, setting: $0) }
    }
    func name(_ optimisation: CheckSetting.Optimisation, exclusivity: Bool, like: [String]?)
      -> String?
    {
      settings.first {
        $0.setting.optimisation == optimisation && $0.setting.exclusivity == exclusivity
          && $0.setting.traps == (optimisation != .unchecked)
          && (like == nil || $0.setting.otherFlags == like)
      }?.name
    }
    guard let checked = name(.speed, exclusivity: true, like: nil),
      let flags = settings.first(where: { $0.name == checked })?.setting.otherFlags
    else { return nil }
    let debug = name(.none, exclusivity: true, like: flags)
    let noExclusivity = name(.speed, exclusivity: false, like: flags)
    let noTraps = name(.unchecked, exclusivity: true, like: flags)
    let unchecked = name(.unchecked, exclusivity: false, like: flags)
    var steps: [Step] = []
    func add(_ subject: Attribution.Subject, _ with: String?, _ without: String?) {
      guard let with, let without else { return }
      steps.append(Step(subject: subject, with: with, without: without))
    }
    add(.optimiser, debug, checked)
    add(.exclusivity, checked, noExclusivity)
    // -Ounchecked turns both kinds off: without a build between they can't be told apart.
    add(.traps, noTraps == nil ? noExclusivity : checked, noTraps ?? unchecked)
    add(.allChecks, checked, unchecked)
    guard !steps.isEmpty else { return nil }
    reference = checked
    self.steps = steps
  }
}
