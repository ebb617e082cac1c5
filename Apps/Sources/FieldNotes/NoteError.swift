public import NoteExchange
public import SecretKeeping

/// Every way a call of the app can be refused or fail.
///
/// Whatever the case, no note is lost: a call on the notes has done nothing, and a synchronisation
/// has done what its server acknowledged; all else waits for the next.
public enum NoteError: Error, Hashable, Sendable {
  // Notes

  /// What was given is no note.
  case notAllowed(NoteFault)
  /// There is no such note, or no longer.
  case noSuchNote(NoteID)
  /// Only a text has a body to edit.
  case notAText(NoteID, name: String)
  /// Only a picture or a recording has a file to replace.
  case isAText(NoteID, name: String)
  /// The note has no such tag.
  case noSuchTag(String, name: String)
  /// The file of a picture or a recording is gone.
  case contentMissing(NoteID, name: String, path: String)
  /// The file of a picture or a recording could not be used.
  case contentFile(PrivateFileError)

  // Synchronising

  /// The keychain refused or failed.
  case keychain(KeychainError)
  /// Not an address such as `http://127.0.0.1:8080`.
  case addressNotAllowed(String)
  /// There is no server at the address, or no network.
  case notReached(server: String, reason: String)
  /// No answer in time.
  case timedOut(server: String, milliseconds: Int)
  /// The connection ended before the answer did.
  case cutOff(server: String, reason: String)
  /// No such user, or not the user's secret.
  case wrongCredentials(server: String, user: String)
  /// The answer is none that a server of notes gives.
  case notUnderstood(server: String, reason: String)
  /// The server does not do as asked, for a reason of its own.
  case serverRefused(server: String, status: Int, reason: String)

  // The store

  /// The folder that is to hold the store does not exist.
  case folderMissing(path: String, folder: String)
  /// The store, its folder or the volume can not be written.
  case readOnly(path: String)
  /// The volume, or the space allowed to the store, is full.
  case diskFull(path: String)
  /// Another connection kept the store locked for longer than the time limit.
  case busy(path: String)
  /// A SQLite file of some other application.
  case foreign(path: String)
  /// A newer version of the app has been here; the migrations this one does not know.
  case newer(path: String, unknown: [String])
  /// The file is damaged, or no database at all.
  case damaged(path: String, reason: String)
  /// Any other failure of the store; `reason` is SQLite's.
  case failed(path: String, reason: String)

  // The fixture

  /// A fixture must be filled into an empty store.
  case notEmpty(path: String)
  /// A fixture of this shape can not be built.
  case fixtureImpossible(reason: String)
}

extension NoteError: CustomStringConvertible {
  /// The refusal and the reason, for the user to read.
  public var description: String {
    switch self {
    case .notAllowed(let fault): "Cannot keep the note: \(fault)."
    case .noSuchNote(let id): "There is no note \(id), or no longer."
    case .notAText(_, let name): "\"\(name)\" is no text that could be edited."
    case .isAText(_, let name): "\"\(name)\" is a text, and has no file."
    case .noSuchTag(let tag, let name): "\"\(name)\" has no tag \"\(tag)\"."
    case .contentMissing(_, let name, let path):
      "Cannot show \"\(name)\": its file \(path) is missing."
    case .contentFile(let error): error.words("file of a note")
    case .keychain(let error): error.description
    case .addressNotAllowed(let address):
      "\"\(address)\" is no address of a server; one is http://127.0.0.1:8080."
    case .notReached(let server, let reason): "Cannot reach \(server): \(reason)."
    case .timedOut(let server, let milliseconds):
      "\(server) has not answered within \(milliseconds) ms."
    case .cutOff(let server, let reason):
      "The connection to \(server) ended before the answer did: \(reason)."
    case .wrongCredentials(let server, let user):
      "\(server) does not let \(user) in: the name or the secret is wrong."
    case .notUnderstood(let server, let reason):
      "\(server) does not answer as a server of notes does: \(reason)."
    case .serverRefused(let server, let status, let reason):
      "\(server) does not synchronise (\(status)): \(reason)"
    case .folderMissing(let path, let folder):
      "Cannot open the notes \(path): there is no folder \(folder)."
    case .readOnly(let path):
      "Cannot write the notes \(path): the file, its folder or its volume is read-only."
    case .diskFull(let path): "Cannot write the notes \(path): the disk is full."
    case .busy(let path): "Cannot use the notes \(path): another program keeps them locked."
    case .foreign(let path):
      "Cannot open the notes \(path): it is a database of another application."
    case .newer(let path, let unknown):
      "Cannot open the notes \(path): a newer version of the app has changed them "
        + "(\(unknown.joined(separator: ", ")))."
    case .damaged(let path, let reason):
      "Cannot use the notes \(path): the file is damaged (\(reason))."
    case .failed(let path, let reason): "Cannot use the notes \(path): \(reason)."
    case .notEmpty(let path): "Cannot fill the notes \(path): there are some already."
    case .fixtureImpossible(let reason): "Cannot make a fixture: \(reason)."
    }
  }
}
