import MirrorMap

/// A model of 300 properties, `p0` to `p299`: the set of the properties that were read needs five
/// words.
///
/// From `p70` on, every fifth property has a default and every seventh is optional.
final class FiveWordModel: TwoWordModel {
  @Mapped var p70: Int = 5
  @Mapped var p71: Bool
  @Mapped var p72: String
  @Mapped var p73: Bool
  @Mapped var p74: Bool
  @Mapped var p75: Int = 5
  @Mapped var p76: Bool
  @Mapped var p77: Int?
  @Mapped var p78: String
  @Mapped var p79: Bool
  @Mapped var p80: Int = 5
  @Mapped var p81: String
  @Mapped var p82: Bool
  @Mapped var p83: Bool
  @Mapped var p84: Int?
  @Mapped var p85: Int = 5
  @Mapped var p86: Bool
  @Mapped var p87: String
  @Mapped var p88: Bool
  @Mapped var p89: Bool
  @Mapped var p90: Int = 5
  @Mapped var p91: Int?
  @Mapped var p92: Bool
  @Mapped var p93: String
  @Mapped var p94: Bool
  @Mapped var p95: Int = 5
  @Mapped var p96: String
  @Mapped var p97: Bool
  @Mapped var p98: Int?
  @Mapped var p99: String
  @Mapped var p100: Int = 5
  @Mapped var p101: Bool
  @Mapped var p102: String
  @Mapped var p103: Bool
  @Mapped var p104: Bool
  @Mapped var p105: Int = 5
  @Mapped var p106: Bool
  @Mapped var p107: Bool
  @Mapped var p108: String
  @Mapped var p109: Bool
  @Mapped var p110: Int = 5
  @Mapped var p111: String
  @Mapped var p112: Int?
  @Mapped var p113: Bool
  @Mapped var p114: String
  @Mapped var p115: Int = 5
  @Mapped var p116: Bool
  @Mapped var p117: String
  @Mapped var p118: Bool
  @Mapped var p119: Int?
  @Mapped var p120: Int = 5
  @Mapped var p121: Bool
  @Mapped var p122: Bool
  @Mapped var p123: String
  @Mapped var p124: Bool
  @Mapped var p125: Int = 5
  @Mapped var p126: Int?
  @Mapped var p127: Bool
  @Mapped var p128: Bool
  @Mapped var p129: String
  @Mapped var p130: Int = 5
  @Mapped var p131: Bool
  @Mapped var p132: String
  @Mapped var p133: Int?
  @Mapped var p134: Bool
  @Mapped var p135: Int = 5
  @Mapped var p136: Bool
  @Mapped var p137: Bool
  @Mapped var p138: String
  @Mapped var p139: Bool
  @Mapped var p140: Int = 5
  @Mapped var p141: String
  @Mapped var p142: Bool
  @Mapped var p143: Bool
  @Mapped var p144: String
  @Mapped var p145: Int = 5
  @Mapped var p146: Bool
  @Mapped var p147: Int?
  @Mapped var p148: Bool
  @Mapped var p149: Bool
  @Mapped var p150: Int = 5
  @Mapped var p151: Bool
  @Mapped var p152: Bool
  @Mapped var p153: String
  @Mapped var p154: Int?
  @Mapped var p155: Int = 5
  @Mapped var p156: String
  @Mapped var p157: Bool
  @Mapped var p158: Bool
  @Mapped var p159: String
  @Mapped var p160: Int = 5
  @Mapped var p161: Int?
  @Mapped var p162: String
  @Mapped var p163: Bool
  @Mapped var p164: Bool
  @Mapped var p165: Int = 5
  @Mapped var p166: Bool
  @Mapped var p167: Bool
  @Mapped var p168: Int?
  @Mapped var p169: Bool
  @Mapped var p170: Int = 5
  @Mapped var p171: String
  @Mapped var p172: Bool
  @Mapped var p173: Bool
  @Mapped var p174: String
  @Mapped var p175: Int = 5
  @Mapped var p176: Bool
  @Mapped var p177: String
  @Mapped var p178: Bool
  @Mapped var p179: Bool
  @Mapped var p180: Int = 5
  @Mapped var p181: Bool
  @Mapped var p182: Int?
  @Mapped var p183: String
  @Mapped var p184: Bool
  @Mapped var p185: Int = 5
  @Mapped var p186: String
  @Mapped var p187: Bool
  @Mapped var p188: Bool
  @Mapped var p189: Int?
  @Mapped var p190: Int = 5
  @Mapped var p191: Bool
  @Mapped var p192: String
  @Mapped var p193: Bool
  @Mapped var p194: Bool
  @Mapped var p195: Int = 5
  @Mapped var p196: Int?
  @Mapped var p197: Bool
  @Mapped var p198: String
  @Mapped var p199: Bool
  @Mapped var p200: Int = 5
  @Mapped var p201: String
  @Mapped var p202: Bool
  @Mapped var p203: Int?
  @Mapped var p204: String
  @Mapped var p205: Int = 5
  @Mapped var p206: Bool
  @Mapped var p207: String
  @Mapped var p208: Bool
  @Mapped var p209: Bool
  @Mapped var p210: Int = 5
  @Mapped var p211: Bool
  @Mapped var p212: Bool
  @Mapped var p213: String
  @Mapped var p214: Bool
  @Mapped var p215: Int = 5
  @Mapped var p216: String
  @Mapped var p217: Int?
  @Mapped var p218: Bool
  @Mapped var p219: String
  @Mapped var p220: Int = 5
  @Mapped var p221: Bool
  @Mapped var p222: String
  @Mapped var p223: Bool
  @Mapped var p224: Int?
  @Mapped var p225: Int = 5
  @Mapped var p226: Bool
  @Mapped var p227: Bool
  @Mapped var p228: String
  @Mapped var p229: Bool
  @Mapped var p230: Int = 5
  @Mapped var p231: Int?
  @Mapped var p232: Bool
  @Mapped var p233: Bool
  @Mapped var p234: String
  @Mapped var p235: Int = 5
  @Mapped var p236: Bool
  @Mapped var p237: String
  @Mapped var p238: Int?
  @Mapped var p239: Bool
  @Mapped var p240: Int = 5
  @Mapped var p241: Bool
  @Mapped var p242: Bool
  @Mapped var p243: String
  @Mapped var p244: Bool
  @Mapped var p245: Int = 5
  @Mapped var p246: String
  @Mapped var p247: Bool
  @Mapped var p248: Bool
  @Mapped var p249: String
  @Mapped var p250: Int = 5
  @Mapped var p251: Bool
  @Mapped var p252: Int?
  @Mapped var p253: Bool
  @Mapped var p254: Bool
  @Mapped var p255: Int = 5
  @Mapped var p256: Bool
  @Mapped var p257: Bool
  @Mapped var p258: String
  @Mapped var p259: Int?
  @Mapped var p260: Int = 5
  @Mapped var p261: String
  @Mapped var p262: Bool
  @Mapped var p263: Bool
  @Mapped var p264: String
  @Mapped var p265: Int = 5
  @Mapped var p266: Int?
  @Mapped var p267: String
  @Mapped var p268: Bool
  @Mapped var p269: Bool
  @Mapped var p270: Int = 5
  @Mapped var p271: Bool
  @Mapped var p272: Bool
  @Mapped var p273: Int?
  @Mapped var p274: Bool
  @Mapped var p275: Int = 5
  @Mapped var p276: String
  @Mapped var p277: Bool
  @Mapped var p278: Bool
  @Mapped var p279: String
  @Mapped var p280: Int = 5
  @Mapped var p281: Bool
  @Mapped var p282: String
  @Mapped var p283: Bool
  @Mapped var p284: Bool
  @Mapped var p285: Int = 5
  @Mapped var p286: Bool
  @Mapped var p287: Int?
  @Mapped var p288: String
  @Mapped var p289: Bool
  @Mapped var p290: Int = 5
  @Mapped var p291: String
  @Mapped var p292: Bool
  @Mapped var p293: Bool
  @Mapped var p294: Int?
  @Mapped var p295: Int = 5
  @Mapped var p296: Bool
  @Mapped var p297: String
  @Mapped var p298: Bool
  @Mapped var p299: Bool
}
