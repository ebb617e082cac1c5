import Recording
import Reporting

extension ExperimentPage {
  /// What was measured, and on what.
  func origin(_ tables: ReportTables) -> [HTML] {
    let stories = HTML("dl", ["class": "stories"]) {
      for story in experiment.stories {
        HTML("div") {
          HTML("dt") { HTML("code") { story.name } }
          HTML("dd") { story.title }
        }
      }
    }
    return tables.origins.map(piece) + [hashes, HTML("h3") { "Stories" }, stories]
  }

  /// The builds' hashes in full: the table has room for their beginnings.
  private var hashes: HTML {
    let known = experiment.builds.compactMap { build in build.sha256.map { (build.name, $0) } }
    guard !known.isEmpty else { return HTML(joined: []) }
    return HTML("details") {
      HTML("summary") { "SHA-256 in full" }
      for (name, hash) in known {
        HTML("p", ["class": "hash"]) {
          "\(name): "
          HTML("code") { hash }
        }
      }
    }
  }

  /// The command, the scenario and the raw data.
  var again: [HTML] {
    let reproduction = Reproduction(experiment)
    var pieces: [HTML] = []
    if !reproduction.commands.isEmpty {
      pieces.append(
        HTML("pre", ["tabindex": "0", "role": "group", "aria-label": "Commands"]) {
          HTML("code") { HTML(lines: reproduction.commands.joined(separator: "\n")) }
        })
    }
    pieces += reproduction.remarks.map { remark in HTML("p", ["class": "note"]) { remark } }
    if !experiment.scenario.isEmpty {
      pieces.append(
        HTML("details") {
          HTML("summary") { "The scenario" }
          HTML("pre", ["tabindex": "0", "role": "group", "aria-label": "The scenario"]) {
            HTML("code") { HTML(lines: experiment.scenario) }
          }
        })
    }
    pieces.append(HTML("h3") { "Raw data" })
    for file in files where file.isBeside {
      pieces.append(
        HTML("p") {
          "\(file.name) is too large to be carried in this page: it lies beside it, in the same folder."
        })
    }
    pieces.append(
      HTML("p", ["class": "downloads"]) { for file in files { file.link } })
    return pieces
  }
}
