import MirrorMap
import Testing

@testable import TestSupport

/// Expects that the readers without a type reject a text, all with the same message.
func expectUntypedReaders(
  refuse text: String, as expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let errors = [
    errorText { try JSONValue.decode(from: text) },
    errorText { try SkippedValue.decode(from: text) },
    errorText { try JSONTokenizer.tokenize(text) { while try $0.next() != nil {} } },
  ]
  #expect(errors == [expected, expected, expected], sourceLocation: sourceLocation)
}
