import Foundation
import Glibc
import Profiling
import Recording
import Sampling
import Scenarios
import SystemPackage

/// The folders of a run whose allocations are counted: one for the app, and one for the pages of the
/// driver and of each service.
///
/// Their names are the same in each run, as in ``CountFolder``: path length affects allocation counts.
struct AllocationFolder: RunPlace {
  private let root: ClaimedDirectory

  private let counter: AllocationCounter
  /// Records who allocates; nil if not asked for.
  private let recorder: AllocationRecorder?

  /// - Throws: `RunFailure` with the reason `notMeasured`.
  init(
    _ counter: AllocationCounter, by recorder: AllocationRecorder? = nil, home kind: Scenario.Home
  ) throws(RunFailure) {
    self.counter = counter
    self.recorder = recorder
    guard access(counter.path.string, R_OK) == 0 else {
      throw .notMeasured(
        "The library that counts allocations is not at \(counter.path). 'make build' builds it, "
          + "'make install' puts it in its place.")
    }
    let parent = TemporaryDirectory.parent
    do throws(Errno) {
      root = try ClaimedDirectory.claim(.allocations, in: parent)
    } catch {
      throw .noDirectory(in: parent, error)
    }
    home = kind.folder(in: root.path)
    // LD_PRELOAD is a list: a path with a blank would be read as two.
    guard !root.path.string.contains(where: { " :\t\n".contains($0) }) else {
      root.remove()
      throw .notMeasured(
        "Allocations can't be counted below \(parent): no library can be loaded by a path with a "
          + "blank or a colon. Set 'TMPDIR' to another folder.")
    }
    guard [path, home, pages].compactMap(\.self).allSatisfy({ mkdir($0.string, 0o700) == 0 }),
      symlink(counter.path.string, library.string) == 0
    else {
      let error = Errno(rawValue: errno)
      root.remove()
      throw .noDirectory(in: parent, error)
    }
    if recorder != nil, let free = Self.freeBytes(pages), free < counter.stacksSize * 2 {
      root.remove()
      throw .notMeasured(
        "Recording who allocates takes a file of \(counter.stacksSize >> 20) MiB below \(parent), but only "
          + "\(free >> 20) MiB are free. Set 'TMPDIR' to a folder with more room.")
    }
    // Later obstacles, such as a disk that fills up, show in the counts.
    if let obstacle = Self.obstacle(in: pages) {
      root.remove()
      throw .notMeasured(
        "Allocations can't be counted: each process counts in a file of "
          + "\(AllocationPages.fileSize >> 10) KiB below \(parent), and \(obstacle).")
    }
  }

  /// The reason why processes can't create their files here; nil if they can.
  private static func obstacle(in folder: FilePath) -> String? {
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      limit.rlim_cur < UInt(AllocationPages.fileSize)
    {
      return "no file may be larger than \(limit.rlim_cur >> 10) KiB ('ulimit -f')"
    }
    guard let free = freeBytes(folder), free < AllocationPages.fileSize else { return nil }
    return "\(free >> 10) KiB are free there. Set 'TMPDIR' to a folder with more room"
  }

  /// The free space of a file system; nil if unknown.
  private static func freeBytes(_ folder: FilePath) -> Int? {
    var system = statvfs()
    guard statvfs(folder.string, &system) == 0 else { return nil }
    let (bytes, overflows) = Int(clamping: system.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: system.f_frsize))
    return overflows ? nil : bytes
  }

  var path: FilePath { root.path.appending("app") }
  let home: FilePath?

  /// The folder for the pages of the driver, or of a command, and of all processes that it starts.
  var pages: FilePath { root.path.appending("pages") }

  /// A link, so that the path of Rehearse's installation does not matter.
  private var library: FilePath { root.path.appending("counter.so") }

  private func pages(of service: String?) -> FilePath {
    service.map { root.path.appending("pages-\($0)") } ?? pages
  }

  var settings: [LaunchSetting] { [.fixedAddresses] }

  func allocations(of service: String?, _ process: Int32) -> AllocationPages? {
    AllocationPages(in: pages(of: service), of: process)
  }

  func stacks(of process: Int32) -> StackRecording? {
    recorder.map { StackRecording(in: pages, of: process, by: $0) }
  }

  func environment(of service: String?) -> [String: String] {
    // If the folder can't be made there is no page in it, which is reported.
    mkdir(pages(of: service).string, 0o700)
    var variables = [
      "LD_PRELOAD": library.string, AllocationPages.variable: pages(of: service).string,
      // Python otherwise allocates small objects with its own allocator.
      "PYTHONMALLOC": "malloc",
    ]
    // Call paths of services are not recorded.
    if recorder != nil, service == nil {
      variables[AllocationStacks.variable] = "\(counter.stacksSize)"
    }
    return variables
  }

  func remove() { root.remove() }

  /// Deletes what has been counted so far in a claimed folder. No counting process may still run.
  func forget() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: pages.string)) ?? [] {
      unlink(pages.appending(name).string)
    }
  }
}
