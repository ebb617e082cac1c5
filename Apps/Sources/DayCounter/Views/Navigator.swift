/// A view of the app.
public enum View: String, Hashable, Sendable {
  /// One thing at a time.
  case main
  /// All things, to add to and to delete from.
  case list
  /// The settings of one thing.
  case edit
}

/// The way through the views: which one is open, and what it shows.
///
/// ```swift
/// var navigator = try Navigator(launching: store)  // on the list, where there are no things
/// let thing = try navigator.add()                  // opens the edit view on it
/// try navigator.back()                             // to the list
/// try navigator.back()                             // to the main view
/// print(try navigator.shown().count.days)
/// ```
///
/// Things are in the order of the list. Whenever the main view opens, it begins with the first.
public struct Navigator {
  /// The view that is open.
  public private(set) var view: View
  /// The thing on the edit view.
  public private(set) var edited: ThingID?
  private let store: ThingStore
  private var order: [ThingID]
  private var rotation: Rotation

  /// Opens the main view, or the list where there is nothing to show.
  public init(launching store: ThingStore) throws(CounterError) {
    self.store = store
    order = try store.order()
    rotation = Rotation(at: store.clock())
    view = order.isEmpty ? .list : .main
  }

  /// Opens the list by a tap on the main view.
  /// - Throws: ``CounterError/viewNotOpen(_:)``.
  public mutating func tap() throws(CounterError) {
    try expect(.main)
    view = .list
  }

  /// Goes back: from the edit view to the list, and from the list to the main view.
  /// - Throws: ``CounterError/canNotGoBack`` while there are no things;
  ///   ``CounterError/viewNotOpen(_:)`` on the main view.
  public mutating func back() throws(CounterError) {
    switch view {
    case .edit:
      (view, edited) = (.list, nil)
    case .list:
      let things = try store.order()
      guard !things.isEmpty else { throw .canNotGoBack }
      (view, order, rotation) = (.main, things, Rotation(at: store.clock()))
    case .main:
      throw .viewNotOpen(.list)
    }
  }

  /// Makes a thing on the list, and opens the edit view on it.
  /// - Throws: ``CounterError/viewNotOpen(_:)``, and the store's errors.
  public mutating func add() throws(CounterError) -> Thing {
    try expect(.list)
    let thing = try store.add()
    (view, edited) = (.edit, thing.id)
    return thing
  }

  /// Opens the edit view on a thing of the list.
  /// - Throws: ``CounterError/viewNotOpen(_:)``, ``CounterError/noSuchThing(_:)``.
  public mutating func edit(_ id: ThingID) throws(CounterError) -> Thing {
    try expect(.list)
    let thing = try store.thing(id)
    (view, edited) = (.edit, id)
    return thing
  }

  /// Deletes a thing by a swipe on the list.
  /// - Throws: ``CounterError/viewNotOpen(_:)``, ``CounterError/noSuchThing(_:)``.
  public func delete(_ id: ThingID) throws(CounterError) {
    try expect(.list)
    try store.delete(id)
  }

  /// The thing that the main view shows now.
  /// - Throws: ``CounterError/viewNotOpen(_:)``, ``CounterError/noThings``.
  public mutating func shown() throws(CounterError) -> Thing {
    try expect(.main)
    do {
      return try store.thing(try shownID())
    } catch CounterError.noSuchThing {
      // Another program has deleted it since the main view was opened.
      order = try store.order()
      return try store.thing(try shownID())
    }
  }

  /// Goes to the next or the previous thing by a swipe on the main view.
  /// - Throws: ``CounterError/viewNotOpen(_:)``, ``CounterError/noThings``.
  public mutating func swipe(_ swipe: Rotation.Swipe) throws(CounterError) -> Thing {
    try expect(.main)
    rotation.swipe(swipe, at: store.clock(), of: order.count)
    return try shown()
  }

  private func shownID() throws(CounterError) -> ThingID {
    guard let position = rotation.position(at: store.clock(), of: order.count) else {
      throw .noThings
    }
    return order[position]
  }

  private func expect(_ view: View) throws(CounterError) {
    guard self.view == view else { throw .viewNotOpen(view) }
  }
}
