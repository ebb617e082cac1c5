import AppStorage
import SecretKeeping
import Synchronization

/// The app's core as its user sees it: one connection at a time, logins kept in a keychain.
///
/// All calls block until the server answers, and may be made from any thread or task.
public final class InventoryClient: Sendable {
  private struct Connection {
    let server: any InventoryService
    let session: Session
  }

  /// Where logins are kept.
  public let keychain: Keychain<LoginInformation>
  private let servers: any ServerDirectory
  private let settings: SessionSettings
  private let connection = Mutex<Connection?>(nil)

  /// A client that is not connected yet.
  /// - Parameters:
  ///   - servers: finds the servers that users name.
  ///   - folder: where the app keeps logins, settings and the demo's inventory.
  ///   - clock: the demo's.
  public init(
    servers: any ServerDirectory, folder: String,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.servers = DemoInventory(beside: servers, path: folder + "/demo.sqlite", clock: clock)
    keychain = Keychain(path: folder + "/keychain")
    settings = SessionSettings(path: folder + "/settings")
  }

  /// The session while connected, nil otherwise.
  public var session: Session? {
    connection.withLock { $0?.session }
  }

  /// The content of the About page.
  public var about: About { .inventory }

  /// Starts the app (US2, table 4, p. 25): connects with the login of the session before.
  /// - Returns: nil when there is none, so that the user has to log in first (US1).
  /// - Throws: as ``connect(server:)`` does, also when the server no longer accepts the login.
  public func start() throws(InventoryError) -> Session? {
    guard let server = try settings.lastServer() else { return nil }
    do {
      return try connect(server: server)
    } catch .keychain(.noLoginKept) {
      return nil
    }
  }

  /// The units of a server, for the login's form to choose from (fig. 6, p. 33); without a connection.
  /// - Throws: ``InventoryError/unknownServer(name:known:)`` and the server's errors.
  public func units(server: String) throws(InventoryError) -> [OrganisationalUnit] {
    try servers.server(at: server).units()
  }

  /// Connects and keeps the login (user story 1). A connection there was ends once the new one is
  /// made; when it is refused, the old one goes on.
  /// - Throws: ``InventoryError/fieldEmpty(_:field:)`` before any server is asked,
  ///   ``InventoryError/unknownServer(name:known:)``,
  ///   ``InventoryError/wrongCredentials(user:server:)``,
  ///   ``InventoryError/unknownUnit(_:name:)`` or the errors of keychain and settings.
  @discardableResult
  public func connect(_ login: LoginInformation) throws(InventoryError) -> Session {
    try connect(login) { () throws(InventoryError) in
      do throws(KeychainError) {
        try keychain.keep(login)
      } catch {
        throw .keychain(error)
      }
    }
  }

  /// Connects with a small inventory of the app's own, without an account or a network (4.1.4,
  /// p. 54).
  /// - Throws: the errors of keychain, settings and store.
  @discardableResult
  public func connectDemo() throws(InventoryError) -> Session {
    try connect(DemoInventory.login)
  }

  /// Connects with the login kept for the server.
  /// - Throws: ``KeychainError/noLoginKept(server:)`` as ``InventoryError/keychain(_:)`` and as ``connect(_:)`` does.
  @discardableResult
  public func connect(server: String) throws(InventoryError) -> Session {
    try connect(keptLogin(server)) {}
  }

  /// Changes the login kept (user story 5), the server's address too. The change is tested by
  /// connecting, as in the source (p. 48): only when the server accepts it does it take the place
  /// of the old one.
  /// - Returns: the session opened with it.
  /// - Throws: as ``connect(_:)`` does; the old login and connection then stay.
  @discardableResult
  public func editLogin(server: String, _ change: (inout LoginInformation) -> Void)
    throws(InventoryError) -> Session
  {
    var login = try keptLogin(server)
    change(&login)
    let session = try connect(login)
    guard login.server != server else { return session }
    do {
      try keychain.forget(server: server)
    } catch {
      throw .keychain(error)
    }
    return session
  }

  /// Ends the connection; the login stays in the keychain.
  public func disconnect() {
    replaceConnection(by: nil)
  }

  /// Where to ask, and as whom.
  func connected(for attempt: Attempt) throws(InventoryError)
    -> (server: any InventoryService, token: SessionToken)
  {
    guard let connection = connection.withLock({ $0 }) else { throw .notConnected(attempt) }
    return (connection.server, connection.session.token)
  }

  private func keptLogin(_ server: String) throws(InventoryError) -> LoginInformation {
    do {
      return try keychain.login(server: server)
    } catch {
      throw .keychain(error)
    }
  }

  /// Connects; where the login can't be kept, the connection there was goes on.
  private func connect(_ login: LoginInformation, keep: () throws(InventoryError) -> Void)
    throws(InventoryError) -> Session
  {
    let new = try opened(login)
    do throws(InventoryError) {
      try keep()
      try settings.keep(lastServer: login.server)
    } catch {
      new.server.disconnect(new.session.token)
      throw error
    }
    replaceConnection(by: new)
    return new.session
  }

  private func opened(_ login: LoginInformation) throws(InventoryError) -> Connection {
    try login.checkFields()
    let server = try servers.server(at: login.server)
    let session = try server.connect(
      user: login.user, password: login.password, unit: login.unit)
    return Connection(server: server, session: session)
  }

  private func replaceConnection(by new: Connection?) {
    let old = connection.withLock { current in
      let old = current
      current = new
      return old
    }
    if let old { old.server.disconnect(old.session.token) }
  }
}
