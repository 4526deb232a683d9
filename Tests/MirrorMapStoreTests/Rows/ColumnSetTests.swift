import MirrorMapStore
import Testing

struct ColumnSetTests {
  @Test func columnsComeInAscendingOrder() {
    var set = ColumnSet()
    #expect(set.isEmpty)
    for column in [70, 3, 64, 63] { set.insert(column) }
    #expect(set.columns == [3, 63, 64, 70])
    #expect(set.contains(64) && !set.contains(4))
  }
}
