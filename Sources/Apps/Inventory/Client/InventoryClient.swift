import SecretKeeping
import Synchronization

/// The app's core as its user sees it: one connection at a time, logins kept in a keychain.
///
/// The servers are objects of the same process; all calls block until they answer, and may be made
/// from any thread or task.
public final class InventoryClient: Sendable {
  private struct Connection {
    let server: InventoryServer
    let session: Session
  }

  /// The names of the servers known, in the order given.
  public let serverNames: [String]
  /// Where logins are kept.
  public let keychain: Keychain<LoginInformation>
  private let servers: [InventoryServer]
  let reader = QRCodeReader()
  private let connection = Mutex<Connection?>(nil)

  /// A client that is not connected yet. Of two servers of one name the first is used.
  public init(servers: [InventoryServer], keychain: Keychain<LoginInformation>) {
    self.servers = servers
    self.keychain = keychain
    serverNames = servers.map(\.name)
  }

  /// The session while connected, nil otherwise.
  public var session: Session? {
    connection.withLock { $0?.session }
  }

  /// The content of the About page.
  public var about: About { .inventory }

  /// Connects and keeps the login (user story 1). A connection there was ends once the new one is
  /// made; when it is refused, the old one goes on.
  ///
  /// - Throws: ``InventoryError/unknownServer(name:known:)``,
  ///   ``InventoryError/wrongCredentials(user:server:)``,
  ///   ``InventoryError/unknownUnit(_:name:)``,
  ///   ``InventoryError/notInUnit(user:asked:belongsTo:)`` or the keychain's errors.
  @discardableResult
  public func connect(_ login: LoginInformation) throws(InventoryError) -> Session {
    let new = try opened(login)
    do {
      try keychain.keep(login)
    } catch {
      new.server.disconnect(new.session.token)
      throw .keychain(error)
    }
    replaceConnection(by: new)
    return new.session
  }

  /// Connects with the login kept for the server.
  ///
  /// - Throws: ``KeychainError/noLoginKept(server:)`` as ``InventoryError/keychain(_:)`` and as ``connect(_:)`` does.
  @discardableResult
  public func connect(server: String) throws(InventoryError) -> Session {
    let new = try opened(keptLogin(server))
    replaceConnection(by: new)
    return new.session
  }

  /// Changes the login kept (user story 5): it takes the place of the old one only when the server
  /// accepts it, and is then connected with.
  ///
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
    -> (server: InventoryServer, token: SessionToken)
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

  private func opened(_ login: LoginInformation) throws(InventoryError) -> Connection {
    guard let server = servers.first(where: { $0.name == login.server }) else {
      throw .unknownServer(name: login.server, known: serverNames)
    }
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
