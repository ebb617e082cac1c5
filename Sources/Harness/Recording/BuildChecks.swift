/// What a build's flags say of its safety checks, and what its machine code has of them.
public struct BuildChecks: Sendable, Equatable, Codable {
  /// What configuration and flags ask for; nil for a command, which was built elsewhere.
  public var setting: CheckSetting?
  /// What the code holds, the largest module first; empty where it could not be read.
  public var modules: [ModuleChecks]
  /// Whether Swift's runtime is linked into the program: then code that is not of the package's
  /// modules was compiled elsewhere, with flags of its own.
  public var holdsRuntime: Bool
  /// Why the code could not be read; nil where it could.
  public var unread: String?

  /// What was asked for and found.
  public init(
    setting: CheckSetting?, modules: [ModuleChecks], holdsRuntime: Bool = false,
    unread: String? = nil
  ) {
    self.setting = setting
    self.modules = modules
    self.holdsRuntime = holdsRuntime
    self.unread = unread
  }

  /// All code that was compiled for this build, and so with its flags: modules, and code shared with
  /// other libraries unless the runtime is linked in.
  public var compiled: ModuleChecks { sum { isCompiled($0) && $0.origin != .unnamed } }

  /// The code of `compiled`, and functions without a name of Swift's: top-level code is one.
  public var whole: ModuleChecks { sum(where: isCompiled) }

  private func isCompiled(_ module: ModuleChecks) -> Bool {
    !holdsRuntime || module.origin == .module
  }

  private func sum(where isIncluded: (ModuleChecks) -> Bool) -> ModuleChecks {
    modules.filter(isIncluded).reduce(into: ModuleChecks(name: "", origin: .shared)) { $0 += $1 }
  }
}
