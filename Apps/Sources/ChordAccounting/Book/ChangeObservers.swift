/// The events that observers ask for. The first four are those of the source, which had no others.
public enum ChangeKind: String, Hashable, Sendable, CaseIterable {
  /// A project was selected, or none is any more.
  case selectedProject
  /// An activity was added to the selected project.
  case newActivity
  /// The quantity of an activity changed.
  case activityQuantityChanged
  /// A project was added.
  case newProjectAdded
  /// An activity was removed.
  case activityRemoved
  /// A project was removed, with all it had.
  case projectRemoved
  /// A photo was added to the selected project.
  case newPhoto
  /// A photo was removed.
  case photoRemoved
  /// The dictionary was replaced.
  case newDictionary
}

/// Something that has changed, durably.
public enum Change: Hashable, Sendable {
  /// This project is selected; nil for none.
  case selectedProject(ProjectID?)
  /// The project has the activity now.
  case newActivity(PositionNumber, in: ProjectID)
  /// The project's activity has another quantity.
  case activityQuantityChanged(PositionNumber, in: ProjectID)
  /// There is the project now.
  case newProjectAdded(ProjectID)
  /// The project has the activity no longer.
  case activityRemoved(PositionNumber, from: ProjectID)
  /// There is no such project any more.
  case projectRemoved(ProjectID)
  /// The project has the photo now.
  case newPhoto(PhotoID, of: ProjectID)
  /// The project has the photo no longer.
  case photoRemoved(PhotoID, of: ProjectID)
  /// The dictionary has so many entries now.
  case newDictionary(count: Int)

  /// The event that it is one of.
  public var kind: ChangeKind {
    switch self {
    case .selectedProject: .selectedProject
    case .newActivity: .newActivity
    case .activityQuantityChanged: .activityQuantityChanged
    case .newProjectAdded: .newProjectAdded
    case .activityRemoved: .activityRemoved
    case .projectRemoved: .projectRemoved
    case .newPhoto: .newPhoto
    case .photoRemoved: .photoRemoved
    case .newDictionary: .newDictionary
    }
  }
}

/// Those who want to hear of changes: views that show what has changed.
///
/// It does nothing else; what is selected is kept by ``AccountBook``.
public final class ChangeObservers {
  private var observers: [ChangeKind: [(Change) -> Void]] = [:]

  /// Adds an observer of an event. Of several the one added first is called first; one that is added
  /// twice is called twice.
  public func add(for kind: ChangeKind, _ observer: @escaping (Change) -> Void) {
    observers[kind, default: []].append(observer)
  }

  func call(_ change: Change) {
    for observer in observers[change.kind] ?? [] { observer(change) }
  }
}
