import Analysis
import Building
import DriverProtocol
import Metrics
import Recording
import Running
import Scenarios
import Store

/// The two sides of a comparison, as a user names them.
public enum ComparisonChoice: Sendable {
  /// Builds of the scenario: by default all others with the first.
  case builds(baseline: String?, candidates: [String])
  /// The current files with those of a branch, tag or commit; by default the first build.
  case revision(String, build: String?)
  /// The files of one branch, tag or commit with those of another; by default the first build.
  case revisions(baseline: String, candidate: String, build: String?)
  /// The current files with kept executables.
  case anchor(Anchor, build: String?)
}

/// The builds of a comparison: a baseline and its candidates.
struct ComparisonSubjects {
  private let builds: [Build]
  /// The baseline's revision; nil if builds are compared.
  private let revision: String?
  /// The candidate's revision; nil for the current files.
  private let candidateRevision: String?
  /// The fixed commits of both revisions; nil for those that they name now.
  private var commits: (baseline: String?, candidate: String?) = (nil, nil)
  private let anchor: Anchor?
  private let givenFiles: [String]

  var areRevisions: Bool { revision != nil }
  var count: Int { areRevisions ? 2 : builds.count }

  /// The name of the current files.
  private static let workTree = "work-tree"

  init(_ choice: ComparisonChoice, of file: ScenarioFile) throws {
    givenFiles = file.scenario.textsOfGiven
    if case .revisions(_, let candidate, _) = choice {
      candidateRevision = candidate
    } else {
      candidateRevision = nil
    }
    switch choice {
    case .revision(let revision, let name), .revisions(let revision, _, let name):
      (self.revision, anchor) = (revision, nil)
      builds = [try file.build(name)]
    case .anchor(let anchor, let name):
      (revision, self.anchor) = (anchor.record.revision?.commit, anchor)
      builds = [try file.build(name ?? anchor.record.name)]
    case .builds(let name, let names):
      (revision, anchor) = (nil, nil)
      let baseline = try file.build(name)
      let candidates =
        names.isEmpty
        ? file.scenario.builds.filter { $0.name != baseline.name } : try names.map(file.build)
      if candidates.isEmpty { throw Refusal.oneBuild(in: file.path) }
      if candidates.contains(where: { $0.name == baseline.name }) {
        throw Refusal.comparedWithItself(baseline.name)
      }
      builds = [baseline] + candidates
    }
  }

  /// The subjects at the commits that both revisions named at the start; none if it starts now.
  func fixed(at commits: [String?]) -> ComparisonSubjects {
    var fixed = self
    fixed.commits = (commits.first ?? nil, commits.dropFirst().first ?? nil)
    return fixed
  }

  /// The scenario as it was at the baseline's revision; nil if builds are compared.
  func earlier(_ file: ScenarioFile, by builder: any Builder) async throws -> EarlierScenario? {
    guard let revision, let name else { return nil }
    return try await EarlierScenario(
      file, at: commits.baseline ?? revision, named: name, by: builder)
  }

  /// The revision's name in the experiment; nil if builds are compared.
  private var name: String? {
    // Branch names have no spaces, so the two names always differ.
    (anchor?.name ?? revision).map(Self.name)
  }

  private static func name(_ revision: String) -> String {
    if revision == workTree { return "revision \(revision)" }
    let isHash = revision.utf8.count >= 40 && revision.allSatisfy(\.isHexDigit)
    return isHash ? String(revision.prefix(10)) : revision
  }

  private var candidateSide: RevisionBuilder.BuildAtRevision {
    guard let candidateRevision else {
      return .init(builds[0], at: .workTree, as: Self.workTree, givenFiles: givenFiles)
    }
    return .init(
      builds[0], at: .named(commits.candidate ?? candidateRevision),
      as: Self.name(candidateRevision), givenFiles: givenFiles)
  }

  /// The harness that both sides use, at the commit that its name meant at the start; nil if it starts now.
  func harness(_ name: String, at commit: String?) -> HarnessSource {
    let now: SourceState = name == Self.workTree ? .workTree : .named(name)
    return HarnessSource(name, at: commit.map { .named($0) } ?? now)
  }

  /// The candidate's sources, in a comparison of revisions.
  var candidate: BuildRequest.Sources { .revisions([candidateSide]) }

  /// The sources, the baseline's first; the baseline needs only the programs of these commands, nil for all.
  func sources(baselineSteps steps: [StepCommand]? = nil) -> BuildRequest.Sources {
    guard let revision, let name else { return .builds(builds) }
    var baseline = builds[0]
    if let steps { baseline.origin = .steps(steps.map { $0.resolved(by: baseline.variables) }) }
    return .revisions([
      .init(
        baseline, at: .named(commits.baseline ?? revision), as: name, anchor: anchor,
        givenFiles: givenFiles),
      candidateSide,
    ])
  }
}

extension Scenario {
  /// The texts for drivers that may name files.
  fileprivate var textsOfGiven: [String] {
    let given = [fixture] + stories.flatMap(\.steps).map(\.arguments)
    return given.flatMap(\.values).flatMap(\.texts) + requestFiles.map(\.path)
  }
}

extension Scalar {
  /// The text, or those of a list.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .bool, .integer, .number: []
    }
  }
}
