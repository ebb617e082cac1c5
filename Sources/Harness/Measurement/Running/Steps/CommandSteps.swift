import DriverProtocol
import Foundation
import Glibc
import Programs
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Maps the steps of one run to commands: makes a folder with copies of the scenario's files, tells
/// `rehearse-stepper` what to execute, and reads the outcome.
///
/// The stepper measures a command's cost and does nothing else. The command's output is read and
/// digested here, outside the measured time.
struct CommandSteps {
  /// The commands' working directory.
  let folder: FilePath
  /// The file that unnamed standard output goes to; outside the folder, so that no command finds it.
  private let output: FilePath
  /// The files and folders that were copied into it.
  let sources: [FilePath]
  let host: CommandHost
  private let place: any RunPlace
  /// The options that the place adds; what else it adds commands inherit from the stepper.
  private let options: [String: String]
  /// Counts kills for lack of memory while the stepper runs.
  var kills: MemoryKills?
  private let outcomes: RightOutcomes.OfBuild?

  /// Makes the folder, with fresh copies of files in it, which are paths relative to the scenario's folder; nil if the
  /// words start a driver with its own verbs. `variables` are those of this run, in addition to the build's, and
  /// `outcomes` the right outcomes of steps, nil if not kept.
  /// - Throws: `RunFailure` if something can't be copied.
  init?(
    _ command: [String], files: [String], at place: any RunPlace,
    knowing variables: [String: String] = [:], beside outcomes: RightOutcomes.OfBuild? = nil
  ) throws(RunFailure) {
    guard var host = CommandHost(command) else { return nil }
    host.variables.merge(variables) { $1 }
    self.host = host
    self.place = place
    options = place.environment(of: nil).filter { CodeMadeAtRunTime.options.contains($0.key) }
    self.outcomes = outcomes
    folder = place.path.appending("work")
    output = place.path.appending("stdout")
    guard mkdir(folder.string, 0o777) == 0 else {
      throw .noDirectory(in: place.path, Errno(rawValue: errno))
    }
    var sources: [FilePath] = []
    for file in files {
      guard let name = StepFiles.name(of: file) else { continue }
      let source = FilePath(host.folder).pushing(FilePath(file)).lexicallyNormalized()
      if let special = SpecialFile.first(in: source) { throw .notCopied(special) }
      do {
        // Copies a link's target, because a copy of the link may lead elsewhere.
        try FileManager.default.copyItem(
          at: URL(filePath: source.resolved.string),
          to: URL(filePath: folder.appending(name).string))
      } catch {
        throw .notCopied(source, error)
      }
      sources.append(source)
    }
    self.sources = sources
  }

  func arguments(of step: Step) -> [String: Scalar] {
    guard let command = command(of: step) else { return step.arguments }
    var words = command.words
    // Paths are relative to the scenario, as in a build's command; the command itself works elsewhere.
    if let first = words.first, first.contains("/") {
      words[0] = FilePath(host.folder).pushing(FilePath(first)).lexicallyNormalized().string
    }
    let given = DriverSession.environment(of: place)
    var environment = given.merging(command.environment) { _, own in own }
    environment = CodeMadeAtRunTime.adding(
      options.filter { environment[$0.key] != nil }, to: environment)
    words = place.wholeCommand(words, &environment)
    var arguments: [String: Scalar] = [:]
    for (place, word) in words.enumerated() { arguments["\(place)"] = .text(word) }
    arguments["stdin"] = command.input.map { .text($0) }
    arguments["stdout"] = .text(command.output ?? output.string)
    if let status = expectation(of: step)?.status, status != 0 {
      arguments["status"] = .text("\(status)")
    }
    for (name, value) in environment where given[name] != value {
      arguments["environment.\(name)"] = .text(value)
    }
    return arguments
  }

  private func command(of step: Step) -> StepCommand? { step.command?.resolved(by: host.values) }

  private func expectation(of step: Step) -> CommandExpectation? {
    guard case .command(let expectation) = step.expectation else { return nil }
    return expectation.resolved(by: host.values)
  }

  /// Checks a step's outcome, and makes its record from the answer of `rehearse-stepper` and from what was seen of it
  /// and the command since `begin`, when the request was sent, ns on the run's clock.
  /// - Throws: `RunFailure` if the outcome is wrong.
  func record(
    of step: Step, in story: String, by reply: Reply, _ seen: TreeProbe.Account, from begin: Int64
  ) throws(RunFailure) -> StepRecord {
    let (cost, ended, outcome) = try check(reply, to: step, of: story)
    var record = StepRecord.whole(
      step.label, of: story, cost: cost.with(ended), from: begin, outcome: outcome)
    record.end = seen.sample.time
    record.repetitions = step.repetitions
    record.tree = seen.tree.flatMap { tree($0, of: record.outside, ended, beside: seen.cost) }
    return record
  }

  /// Checks a step's outcome.
  /// - Returns: what is known of the command, and its outcome.
  /// - Throws: `RunFailure` if the outcome is not the expected one.
  @discardableResult
  func check(
    _ reply: Reply, to step: Step, of story: String
  ) throws(RunFailure) -> (cost: Cost, ended: Reply.Command, outcome: [String: Scalar]) {
    guard reply.ok else { throw .commandRefused(reply.error) }
    guard let cost = reply.cost, let ended = reply.command else { throw .noCost }
    if let signal = ended.signal { throw .crashed("The command", by: EndingSignal(signal, kills)) }
    let (outcome, texts) = outcome(of: step, ended)
    let place = "\(story): \(step.label)"
    if let objection = expectation(of: step)?.objection(to: outcome) {
      throw .wrongOutcome(outcomes?.explained(objection, [:], texts, of: place) ?? objection)
    }
    outcomes?.keep([:], texts, of: place)
    return (cost, ended, outcome)
  }

  /// The cost of all processes of a command, without the stepper's; nil if only one process was
  /// observed, none was left behind, and the control group saw no more.
  private func tree(
    _ seen: TreeCost, of command: Cost, _ ended: Reply.Command, beside stepper: Cost
  ) -> TreeCost? {
    let processes = seen.processes - 1
    guard processes > 1 || ended.leaves || seen.peakCgroupMemory != nil else { return nil }
    var cost = command
    // Processes that the command did not wait for are missing in wait4, but were observed.
    if ended.leaves { cost.cpu = max(cost.cpu, seen.cost.cpu - stepper.cpu) }
    let sum = (seen.cost.peakMemory ?? .zero) - (stepper.peakMemory ?? .zero)
    cost.peakMemory = max(sum, command.peakMemory ?? .zero)
    return TreeCost(
      cost, processes: max(1, processes), peakCgroupMemory: seen.peakCgroupMemory,
      peakProportionalMemory: seen.peakProportionalMemory, source: seen.source)
  }

  /// Always has the status and standard output; of files, what is expected of them.
  /// - Returns: the facts, and the start of each output by its name within a sentence.
  private func outcome(
    of step: Step, _ ended: Reply.Command
  ) -> (facts: [String: Scalar], texts: [String: [UInt8]]) {
    let expectation = expectation(of: step) ?? CommandExpectation()
    let name = command(of: step)?.output
    var outcome: [String: Scalar] = [:]
    outcome[CommandFact.status.rawValue] = ended.status.map { .integer($0) }
    let wantsText = expectation.output.text != nil
    let written = WrittenFile(name.map { folder.pushing(FilePath($0)) } ?? output, wantsText)
    outcome.merge(written.facts(of: nil)) { first, _ in first }
    var texts: [String: [UInt8]] = [:]
    texts[name ?? "standard output"] = written.head
    for (name, content) in expectation.files {
      let file = WrittenFile(folder.pushing(FilePath(name)), content.text != nil)
      outcome[CommandFact.kind.name(of: name)] = file.kind.map { .text($0) }
      outcome.merge(file.facts(of: name)) { first, _ in first }
      texts[name] = file.head
    }
    return (outcome, texts)
  }
}

private struct WrittenFile {
  /// Its kind; nil if it does not exist.
  let kind: String?
  /// Nil if it is no file, or can't be read.
  private var content: (digest: String, lines: Int, bytes: Int, text: String?)?
  /// Its beginning; nil if the content is.
  private(set) var head: [UInt8]?

  /// Longer texts can't be ones that a scenario holds.
  private static let longestText = 1 << 16

  /// Reads a file. Anything else is not opened: a pipe would block.
  init(_ path: FilePath, _ wantsText: Bool) {
    var facts = stat()
    guard stat(path.string, &facts) == 0 else {
      kind = nil
      return
    }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = CommandFact.file
    case S_IFDIR: kind = "a folder"
    default: kind = "neither a file nor a folder"
    }
    guard kind == CommandFact.file else { return }
    guard let (content, head) = try? Self.content(of: path, wantsText) else { return }
    (self.content, self.head) = (content, Array(head.prefix(RightOutcomes.longestText)))
  }

  private static func content(
    of path: FilePath, _ wantsText: Bool
  ) throws -> ((digest: String, lines: Int, bytes: Int, text: String?), head: [UInt8]) {
    var hash = SHA256()
    var (lines, bytes) = (0, 0)
    var last = UInt8(ascii: "\n")
    var text: [UInt8] = []
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    try hash.update(from: file) { part in
      lines += part.count(where: { $0 == UInt8(ascii: "\n") })
      bytes += part.count
      last = part[part.count - 1]
      if text.count <= longestText { text += part }
    }
    if last != UInt8(ascii: "\n") { lines += 1 }
    return ((SHA256.text(of: hash.finish()), lines, bytes, wantsText ? shown(text) : nil), text)
  }

  /// Drops the line feed at its end.
  private static func shown(_ bytes: [UInt8]) -> String {
    guard bytes.count <= longestText else {
      return String(decoding: bytes.prefix(200), as: UTF8.self) + "… (longer than a text may be)"
    }
    let isEnded = bytes.last == UInt8(ascii: "\n")
    return String(decoding: isEnded ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// The facts about its content, with names made from the file's; nil for standard output.
  func facts(of name: String?) -> [String: Scalar] {
    guard let content else { return [:] }
    var facts: [String: Scalar] = [
      CommandFact.digest.name(of: name): .text(content.digest),
      CommandFact.lines.name(of: name): .integer(content.lines),
      CommandFact.bytes.name(of: name): .integer(content.bytes),
    ]
    facts[CommandFact.text.name(of: name)] = content.text.map { .text($0) }
    return facts
  }
}

extension Cost {
  /// The same cost, completed with what the reply says.
  fileprivate func with(_ ended: Reply.Command) -> Cost {
    var cost = self
    cost.peakMemory = Bytes(kilobytes: ended.peak)
    cost.storageRead = Bytes(ended.readBlocks, of: 512)
    cost.storageWritten = Bytes(ended.writtenBlocks, of: 512)
    return cost
  }
}

/// Failures of steps that are commands.
extension RunFailure {
  /// A file of the scenario could not be copied into the run's folder.
  fileprivate static func notCopied(_ path: FilePath, _ error: any Error) -> RunFailure {
    let isThere = FileManager.default.fileExists(atPath: path.string)
    return RunFailure(
      reason: .notPrepared,
      message: isThere
        ? "\(path) can't be copied into the run's folder: \(error.localizedDescription)"
        : "\(path), which 'files' names, does not exist.")
  }

  /// The scenario names something that is no file.
  fileprivate static func notCopied(_ special: SpecialFile) -> RunFailure {
    RunFailure(
      reason: .notPrepared,
      message: "\(special.path), which 'files' names, is \(special.kind) and can't be copied.")
  }

  fileprivate static func commandRefused(_ refusal: Reply.Refusal?) -> RunFailure {
    let reason = refusal?.message ?? "it was refused without a reason"
    return RunFailure(reason: .notStarted, message: "The command was not carried out: \(reason).")
  }
}
