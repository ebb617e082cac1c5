public import AppExchange
public import SecretKeeping

/// What a user needs to log in at a server of notes.
public struct ServiceLogin: Hashable, Sendable {
  /// The server's address, such as `http://127.0.0.1:8080`.
  public var server: String
  /// The user's name and secret.
  public var credentials: Credentials

  /// A login; whether it is right, the server says at the next synchronisation.
  public init(server: String, user: String, secret: String) {
    self.server = server
    credentials = Credentials(user: user, secret: secret)
  }
}

extension ServiceLogin: KeptLogin {
  /// Server, user and secret.
  public var fields: [String] { [server, credentials.user, credentials.secret] }

  /// Nil for other than three fields.
  public init?(fields: [String]) {
    guard fields.count == 3 else { return nil }
    self.init(server: fields[0], user: fields[1], secret: fields[2])
  }
}

/// The preferences of the app: logins, in a keychain, and the button that synchronises.
///
/// It has no connection until it is asked for one, and needs none to keep a login.
public struct NoteAccount: Sendable {
  private let book: NoteBook
  private let keychain: Keychain<ServiceLogin>
  private let route: @Sendable (String) throws(ExchangeFailure) -> any ExchangeRoute

  /// Preferences; `route` is the way to the server of an address.
  public init(
    _ book: NoteBook, keychain: Keychain<ServiceLogin>,
    route: @escaping @Sendable (String) throws(ExchangeFailure) -> any ExchangeRoute
  ) {
    (self.book, self.keychain, self.route) = (book, keychain, route)
  }

  /// Keeps a login in place of the one for the same server.
  /// - Throws: ``NoteError/keychain(_:)``.
  public func keep(_ login: ServiceLogin) throws(NoteError) {
    do {
      try keychain.keep(login)
    } catch {
      throw .keychain(error)
    }
  }

  /// Synchronises with a server, as the user whose login is kept.
  /// - Throws: ``NoteError/keychain(_:)`` and as ``Synchroniser/run()`` does.
  public func synchronise(with server: String) throws(NoteError) -> SyncReport {
    let login: ServiceLogin
    do {
      login = try keychain.login(server: server)
    } catch {
      throw .keychain(error)
    }
    let way: any ExchangeRoute
    do {
      way = try route(server)
    } catch {
      throw NoteError(error, server: server)
    }
    return try Synchroniser(
      book, by: way, server: server, credentials: login.credentials
    ).run()
  }
}
