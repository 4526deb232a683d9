import Foundation

/// Makes a document like `citm_catalog.json`: the season of a concert hall, indented by four.
///
/// Two thirds of the real file are spaces, most of its values are nine-digit identifiers, and most
/// of its objects look the same: `{"areaId": 205705999, "blockIds": []}`, 8,700 of them. Names are
/// in French, tables are keyed by identifier, and a good many fields are always `null`.
struct CitmCatalogGenerator {
  private static let eventCount = 184
  private static let performanceCount = 243
  private static let audience = 337_100_890

  private static let areaNames = [
    "Loge d'honneur", "Corbeille côté cour", "Corbeille côté jardin", "Premier balcon de face",
    "Premier balcon cour", "Premier balcon jardin", "Deuxième balcon de face",
    "Deuxième balcon cour", "Deuxième balcon jardin", "Parterre central", "Parterre cour",
    "Parterre jardin", "Galerie supérieure", "Derrière la scène", "Arrière-scène, côté cour",
    "Arrière-scène, côté jardin", "Salle cachée",
  ]
  private static let performers = [
    "Orchestre de la Cité", "Quatuor à l'Étoile", "Ensemble du Vieux-Port", "Chœur d'été",
    "Trio Élégie", "Les Musiciens du Château", "Sinfonietta de Besançon", "Octuor à vent",
    "Académie des Forêts", "Duo \"Mille et une nuits\"", "Orchestre des Jeunes", "Big Band",
  ]
  private static let works = [
    "Concertos de l'ère baroque", "Intégrale des sonates", "Messe en ré", "Nuit du jazz",
    "Symphonies n°3 & 7", "Musique à voir", "Récital", "Voyage d'hiver", "Grands airs d'opéra",
    "Contes pour petits et grands", "Carte blanche", "Ciné-concert",
  ]
  private static let topics = ["Genre", "Activité", "Public", "Formule"]
  private static let subTopics = [
    "Abonnement", "Accordéon", "Baroque", "Ciné-concert", "Classique", "Contemporain",
    "Jazz", "Jeune public", "Lyrique", "Messe", "Musique ancienne", "Musique de chambre",
    "Opéra en version de concert", "Orgue", "Piano", "Récital", "Symphonique", "Variété",
    "Week-end",
  ]

  private var random = SeededGenerator(seed: 0xC17A)
  private let areas = (0..<17).map { 205_705_993 + $0 }
  private let seatCategories = (0..<64).map { 338_937_235 + $0 }
  private let topicIDs = [107_888_604, 324_846_098, 324_846_099, 324_846_100]
  private let subTopicIDs = (0..<19).map { 337_184_262 + 2 * $0 }
  private let events = (0..<Self.eventCount).map { 138_586_341 + 4 * $0 }

  static func document() -> Data {
    var generator = CitmCatalogGenerator()
    return generator.catalog().rendered(indent: 4)
  }

  private mutating func catalog() -> DocumentNode {
    [
      "areaNames": table(areas, Self.areaNames),
      "audienceSubCategoryNames": table([Self.audience], ["Abonné"]),
      "blockNames": [:],
      "events": eventTable(),
      "performances": .array((0..<Self.performanceCount).map { performance($0) }),
      "seatCategoryNames": .object(
        seatCategories.enumerated().map {
          (key: String($0.element), value: .string("Catégorie \($0.offset % 9 + 1)"))
        }),
      "subTopicNames": table(subTopicIDs, Self.subTopics),
      "subjectNames": [:],
      "topicNames": table(topicIDs, Self.topics),
      "topicSubTopics": topicTable(),
      "venueNames": ["PLEYEL_PLEYEL": "Salle Pleyel"],
    ]
  }

  private func table(_ identifiers: [Int], _ names: [String]) -> DocumentNode {
    .object(zip(identifiers, names).map { (key: String($0), value: .string($1)) })
  }

  private func topicTable() -> DocumentNode {
    .object(
      topicIDs.enumerated().map { offset, topic in
        let members = subTopicIDs.indices.filter { $0 % topicIDs.count == offset }
        return (key: String(topic), value: .ints(members.map { subTopicIDs[$0] }))
      })
  }

  private mutating func eventTable() -> DocumentNode {
    .object(events.map { (key: String($0), value: event($0)) })
  }

  private mutating func event(_ identifier: Int) -> DocumentNode {
    let name = "\(random.pick(Self.performers)) - \(random.pick(Self.works))"
    return [
      "description": nil,
      "id": .int(identifier),
      "logo": logo(),
      "name": .string(random.chance(50) ? name : random.pick(Self.performers)),
      "subTopicIds": .ints((0..<random.int(in: 2...5)).map { _ in random.pick(subTopicIDs) }),
      "subjectCode": nil,
      "subtitle": nil,
      "topicIds": .ints((0..<3).map { _ in random.pick(topicIDs) }),
    ]
  }

  private mutating func logo() -> DocumentNode {
    guard random.chance(48) else { return .null }
    return .string(
      "/images/UE0AAAAACEK\(random.word(of: 4, from: Array("abcdefopq0123")))AAAAZDSVRN")
  }

  private mutating func performance(_ index: Int) -> DocumentNode {
    let count = random.pick([1, 2, 4, 4, 4, 4, 4, 5, 5, 5, 5])
    let first = random.below(seatCategories.count - count)
    let categories = seatCategories[first..<first + count]
    return [
      "eventId": .int(events[index % events.count]),
      "id": .int(339_887_544 + 7 * index),
      "logo": logo(),
      "name": nil,
      "prices": .array(categories.map { price(in: $0) }),
      "seatCategories": .array(categories.map { seatCategory($0) }),
      "seatMapImage": nil,
      "start": .int(1_372_701_600_000 + 900_000 * random.below(35_000)),
      "venueCode": "PLEYEL_PLEYEL",
    ]
  }

  private mutating func price(in category: Int) -> DocumentNode {
    [
      "amount": .int(250 * random.int(in: 40...721)),
      "audienceSubCategoryId": .int(Self.audience),
      "seatCategoryId": .int(category),
    ]
  }

  private mutating func seatCategory(_ category: Int) -> DocumentNode {
    let count = random.pick([1, 6, 6, 6, 10, 10, 11, 11, 13, 16])
    let start = random.below(areas.count)
    return [
      "areas": .array(
        (0..<count).map {
          ["areaId": .int(areas[(start + $0) % areas.count]), "blockIds": []]
        }),
      "seatCategoryId": .int(category),
    ]
  }
}
