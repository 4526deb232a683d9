#if Foundation
  import Foundation

  /// A document with 100 companies and 99,900 employees, the same each time.
  enum StaffDocument {
    private static let companies = 100
    private static let employees = 99_900
    private static let firstNames = [
      "Ada", "Alan", "Barbara", "Edsger", "Grace", "Ken", "Margaret",
    ]
    private static let lastNames = [
      "Dijkstra", "Hamilton", "Hopper", "Liskov", "Lovelace", "Thompson", "Turing",
    ]

    /// - Parameter isLater: Whether a hundred employees have a new salary, a company has a new name, and two employees
    ///   are new.
    static func json(isLater: Bool) -> Data {
      var text = #"{"companies":["#
      for id in 1...companies {
        let name = isLater && id == 42 ? "Company 42 and Sons" : "Company \(id)"
        text += id > 1 ? "," : ""
        text += #"{"id":\#(id),"name":"\#(name)","board":[\#(id + 99),\#(id + 199)]}"#
      }
      text += #"],"employees":["#
      var random: UInt64 = 1
      func next(_ count: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(random >> 33) % count
      }
      for id in 1...(isLater ? employees + 2 : employees) {
        let salary = 2000 + next(8000) + (isLater && id % 999 == 0 ? 100 : 0)
        let (year, month, day) = (2000 + next(25), 10 + next(3), 10 + next(19))
        text += id > 1 ? "," : ""
        text += #"{"id":\#(id),"first_name":"\#(firstNames[next(firstNames.count)])","#
        text += #""last_name":"\#(lastNames[next(lastNames.count)])","salary":\#(salary),"#
        text +=
          #""hired_at":"\#(year)-\#(month)-\#(day)T09:00:00Z","company":\#(id % companies + 1)}"#
      }
      return Data((text + "]}").utf8)
    }
  }
#endif
