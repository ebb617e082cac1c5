import ArgumentParser
import Metrics
import Reports

struct MeasureViewOptions: ParsableArguments {
  @Flag(help: "Also show metrics that were 0 in every run.")
  var allMetrics = false

  @Option(help: "Order of commands in the table: as given, or the fastest first.")
  var sort = CommandOrder.command

  @Option(
    name: [.customShort("u"), .long],
    help: ArgumentHelp("Unit of times. Default: one that suits the values.", valueName: "unit"))
  var timeUnit: TimeUnitArgument?

  var view: CommandView {
    var view = CommandView()
    view.withZeros = allMetrics
    view.order = sort
    view.timeUnit = timeUnit?.scale
    return view
  }
}

extension CommandOrder: ExpressibleByArgument {}

/// A unit of time on the command line: its symbol, or its name as hyperfine has it.
struct TimeUnitArgument: ExpressibleByArgument {
  let scale: DisplayScale

  static var allValueStrings: [String] { ["us", "ms", "s"] }

  init?(argument: String) {
    let symbols = [
      "us": "µs", "µs": "µs", "ms": "ms", "s": "s", "microsecond": "µs", "millisecond": "ms",
      "second": "s",
    ]
    guard let scale = symbols[argument].flatMap(MetricUnit.nanoseconds.scale(named:)) else {
      return nil
    }
    self.scale = scale
  }
}
