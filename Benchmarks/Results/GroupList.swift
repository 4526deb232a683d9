/// What there is to measure: `--list`.
struct GroupList: CustomStringConvertible {
  let groups: [BenchmarkGroup]

  var description: String {
    groups.map { group in
      let names = group.contenders.map { name in
        group.goals[name].map { "\(name) (goal: \($0.text(group.metric)))" } ?? name
      }
      return """
        \(Text.padded(group.name, to: 26))\(group.summary)
        \(Text.padded("", to: 26))  \(names.joined(separator: ", "))
        """
    }.joined(separator: "\n")
  }
}
