import AppStorage

/// The accounts of roofers: a dictionary of activities, projects with what was done in them, and their
/// photos, in one durable SQLite store.
///
/// It is the controller: views read from the small stores and tell it what the user wants. Each call
/// is one transaction; it happens wholly or, when it throws, not at all, and observers hear of it
/// when it is durable, each once, in the order in which they were added.
///
/// ```swift
/// let book = try AccountBook(path: "accounts.sqlite")
/// try book.importDictionary(ActivityList(file: "roofing.json"))
/// let team = try Team(["Jens Holm", "Mads Lund"])
/// let project = try book.addProject(named: "Harbour 5", employer: "Tag & Co", team: team)
/// try book.select(project.id)
/// try book.addActivity(101, quantity: "125.5")
/// let account = try book.account()
/// ```
public final class AccountBook {
  /// The SQLite file.
  public var path: String { store.path }
  /// The dictionary, to search in.
  public let dictionary: ActivityDictionary
  /// The projects, to read.
  public let projects: ProjectStore
  /// The photos, to read.
  public let photos: PhotoStore
  /// Those who hear of changes.
  public let observers = ChangeObservers()
  /// The project that most calls are about; none at first.
  public private(set) var selection: ProjectID?

  let store: AccountStore
  private let clock: @Sendable () -> Timestamp

  /// Opens the book, creating and migrating its store as need be. The clock dates projects and photos.
  /// - Throws: ``AccountingError/folderMissing(path:folder:)``, ``AccountingError/readOnly(path:)``,
  ///   ``AccountingError/diskFull(path:)``, ``AccountingError/busy(path:)``,
  ///   ``AccountingError/foreign(path:)``, ``AccountingError/newer(path:unknown:)``,
  ///   ``AccountingError/damaged(path:reason:)`` or ``AccountingError/notOpened(path:reason:)``. A
  ///   file that is refused is left as it was.
  public convenience init(
    path: String, durability: Durability = .powerLoss,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) throws(AccountingError) {
    self.init(store: try AccountStore(path: path, durability: durability), clock: clock)
  }

  init(store: AccountStore, clock: @escaping @Sendable () -> Timestamp) {
    self.store = store
    self.clock = clock
    dictionary = ActivityDictionary(store: store)
    projects = ProjectStore(store: store)
    photos = PhotoStore(store: store)
  }

  /// Closes the store; calls after it fail.
  public func close() throws(AccountingError) {
    try store.close()
  }

  /// Puts a list into the place of the dictionary. Prices in projects stay as they were.
  public func importDictionary(_ list: ActivityList) throws(AccountingError) {
    try dictionary.replace(with: list)
    observers.call(.newDictionary(count: list.entries.count))
  }

  /// Adds a project (user story 8). It is not selected by that.
  /// - Throws: the errors of a text that is none, and the store's.
  @discardableResult
  public func addProject(
    named name: String, employer: String, team: Team
  ) throws(AccountingError) -> Project {
    let project = try projects.add(name: name, employer: employer, team: team, at: clock())
    observers.call(.newProjectAdded(project.id))
    return project
  }

  /// Selects a project (user story 6).
  /// - Throws: ``AccountingError/noSuchProject(_:)`` and the store's errors; the selection stays then.
  @discardableResult
  public func select(_ id: ProjectID) throws(AccountingError) -> Project {
    let project = try projects.project(id)
    selection = id
    observers.call(.selectedProject(id))
    return project
  }

  /// Removes a project with its activities and photos. Where it was selected, none is then.
  /// - Throws: ``AccountingError/noSuchProject(_:)`` and the store's errors.
  public func removeProject(_ id: ProjectID) throws(AccountingError) {
    try projects.remove(id)
    let wasSelected = selection == id
    if wasSelected { selection = nil }
    observers.call(.projectRemoved(id))
    if wasSelected { observers.call(.selectedProject(nil)) }
  }

  /// Adds a photo, a PNG as the camera delivered it, to the selected project (user story 4), resized.
  /// - Throws: ``AccountingError/noProjectSelected``, ``AccountingError/noSuchProject(_:)``,
  ///   ``AccountingError/photoUnreadable(reason:)``,
  ///   ``AccountingError/photoTooLarge(width:height:limit:)`` and the store's errors.
  @discardableResult
  public func addPhoto(png: [UInt8]) throws(AccountingError) -> Photo {
    let id = try selected()
    let photo = try photos.add(png: png, to: id, at: clock())
    observers.call(.newPhoto(photo.id, of: id))
    return photo
  }

  /// Removes a photo, of whichever project.
  /// - Throws: ``AccountingError/noSuchPhoto(_:)`` and the store's errors.
  public func removePhoto(_ id: PhotoID) throws(AccountingError) {
    let project = try photos.remove(id)
    observers.call(.photoRemoved(id, of: project))
  }

  /// The project that is selected.
  /// - Throws: ``AccountingError/noProjectSelected``.
  public func selected() throws(AccountingError) -> ProjectID {
    guard let selection else { throw .noProjectSelected }
    return selection
  }
}
