import Foundation

extension Shape {
  /// The shape of the JSON that a type's values become, found by encoding made-up values (``MadeUp``).
  /// - Throws: `MadeUp.Unknown` if a value can't be made up: its type must become ``Sampled``.
  init<Value: Encodable>(of type: Value.Type) throws {
    self = try ShapeRecorder.shape(of: type, within: [])
  }
}

/// An encoder that keeps the types of what is encoded, and no value but the words of enums.
///
/// Types are followed even where a value is nil, or a list is empty.
private final class ShapeRecorder: Encoder {
  private typealias EncodableCases = CaseIterable & Encodable

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// The types around the value; one within itself is not followed again.
  private let outer: Set<ObjectIdentifier>
  private var own = Shape()
  /// Containers within this one, of a key or of a list.
  private var parts: [(key: String?, recorder: ShapeRecorder)] = []

  private init(within outer: Set<ObjectIdentifier>) { self.outer = outer }

  static func shape<Value: Encodable>(
    of type: Value.Type, within outer: Set<ObjectIdentifier>
  ) throws -> Shape {
    if let single = kind(of: type) { return Shape(kinds: [single]) }
    if let wrapping = type as? any Wrapping.Type { return try wrapping.shape(within: outer) }
    guard !outer.contains(ObjectIdentifier(type)) else { return Shape() }
    let inner = outer.union([ObjectIdentifier(type)])
    let shapes = try samples(of: type).map { sample in
      let recorder = ShapeRecorder(within: inner)
      try sample.encode(to: recorder)
      return recorder.recorded
    }
    var found = Shape.joined(shapes).first ?? Shape()
    // The text of any other type is an example.
    if !(type is any RawRepresentable.Type) { found.words = nil }
    return found
  }

  private static func kind(of type: Any.Type) -> String? {
    switch type {
    case is Bool.Type: "boolean"
    case is String.Type, is Date.Type: "string"
    case is Double.Type, is Float.Type: "number"
    case is any FixedWidthInteger.Type: "integer"
    default: nil
    }
  }

  private static func samples<Value: Encodable>(of type: Value.Type) throws -> [any Encodable] {
    if let sampled = type as? any Sampled.Type { return try given(sampled) }
    if let cases = type as? any EncodableCases.Type { return all(cases) }
    return [try MadeUp.value(of: type)]
  }

  private static func given<Value: Sampled>(_ type: Value.Type) throws -> [any Encodable] {
    try type.samples().map { $0 as any Encodable }
  }

  private static func all<Value: EncodableCases>(_ type: Value.Type) -> [any Encodable] {
    type.allCases.map { $0 as any Encodable }
  }

  private var recorded: Shape {
    var found = own
    for (key, recorder) in parts {
      if let key {
        found.keys[key] = recorder.recorded
        found.required.insert(key)
      } else {
        found.elements = Shape.joined(found.elements + [recorder.recorded])
      }
    }
    return found
  }

  fileprivate func shape<Value: Encodable>(of type: Value.Type) throws -> Shape {
    try Self.shape(of: type, within: outer)
  }

  fileprivate func record(_ shape: Shape) { own = shape }

  fileprivate func record(_ shape: Shape, at key: String, isRequired: Bool) {
    own.keys[key] = shape
    if isRequired { own.required.insert(key) }
  }

  fileprivate func append(_ shape: Shape) { own.elements = Shape.joined(own.elements + [shape]) }

  fileprivate func part(at key: String?) -> ShapeRecorder {
    let part = ShapeRecorder(within: outer)
    parts.append((key, part))
    return part
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    own.kinds.insert("object")
    return KeyedEncodingContainer(KeyRecorder<Key>(recorder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    own.kinds.insert("array")
    return ElementRecorder(recorder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueRecorder(recorder: self)
  }
}

/// Records the keys of an object.
private struct KeyRecorder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let recorder: ShapeRecorder
  var codingPath: [any CodingKey] { [] }

  private func record<Value: Encodable>(
    _ type: Value.Type, at key: Key, isRequired: Bool = false
  ) throws {
    recorder.record(
      try recorder.shape(of: type), at: key.stringValue, isRequired: isRequired)
  }

  mutating func encodeNil(forKey key: Key) throws {
    recorder.record(Shape(kinds: ["null"]), at: key.stringValue, isRequired: true)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try record(Value.self, at: key, isRequired: true)
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try record(Value.self, at: key)
  }

  // Those of single types have defaults that encode nothing for nil, and come before a generic one.

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try record(Bool.self, at: key)
  }

  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try record(String.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try record(Double.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try record(Float.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try record(Int.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try record(Int8.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try record(Int16.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try record(Int32.self, at: key)
  }

  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try record(Int64.self, at: key)
  }

  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try record(UInt.self, at: key)
  }

  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try record(UInt8.self, at: key)
  }

  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try record(UInt16.self, at: key)
  }

  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try record(UInt32.self, at: key)
  }

  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try record(UInt64.self, at: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    recorder.part(at: key.stringValue).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    recorder.part(at: key.stringValue).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { recorder.part(at: "super") }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    recorder.part(at: key.stringValue)
  }
}

/// Records the elements of a list.
private struct ElementRecorder: UnkeyedEncodingContainer {
  let recorder: ShapeRecorder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  mutating func encodeNil() throws { recorder.append(Shape(kinds: ["null"])) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    recorder.append(try recorder.shape(of: Value.self))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    recorder.part(at: nil).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    recorder.part(at: nil).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { recorder.part(at: nil) }
}

/// Records a single value.
private struct ValueRecorder: SingleValueEncodingContainer {
  let recorder: ShapeRecorder
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() throws { recorder.record(Shape(kinds: ["null"])) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if let word = value as? String {
      recorder.record(Shape(kinds: ["string"], words: [word]))
    } else {
      recorder.record(try recorder.shape(of: Value.self))
    }
  }
}

/// A type around others, whose shape is that of theirs.
private protocol Wrapping {
  static func shape(within outer: Set<ObjectIdentifier>) throws -> Shape
}

extension Optional: Wrapping where Wrapped: Encodable {
  fileprivate static func shape(within outer: Set<ObjectIdentifier>) throws -> Shape {
    var shape = try ShapeRecorder.shape(of: Wrapped.self, within: outer)
    if !shape.kinds.isEmpty { shape.kinds.insert("null") }
    return shape
  }
}

extension Array: Wrapping where Element: Encodable {
  fileprivate static func shape(within outer: Set<ObjectIdentifier>) throws -> Shape {
    Shape(
      kinds: ["array"], elements: [try ShapeRecorder.shape(of: Element.self, within: outer)])
  }
}

extension Dictionary: Wrapping where Key == String, Value: Encodable {
  fileprivate static func shape(within outer: Set<ObjectIdentifier>) throws -> Shape {
    Shape(kinds: ["object"], others: [try ShapeRecorder.shape(of: Value.self, within: outer)])
  }
}
