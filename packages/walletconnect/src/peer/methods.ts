/** How the relay treats the messages of a method: numbers of the protocol, and seconds that they are kept. */
interface Rule {
  /** Tags of the request, of its answer, and of a refusal where that has one of its own. */
  readonly tags: readonly [request: number, answer: number, refusal?: number]
  readonly ttl: number
  /** Whether the other side is woken for a request. */
  readonly prompt?: boolean
  /** What it is said on. Anywhere else it means nothing. */
  readonly on: TopicKind
}

/** What is said on a topic. `answer`: one answer, or the settlement of a session. */
export type TopicKind = 'session' | 'pairing' | 'answer'

/** Default time for anything that a person decides, in seconds: 5 min. */
export const fiveMinutes = 300
const oneDay = 86_400

/** Every message of the protocol that is sent or understood. Source: the open protocol's RPC methods. */
export const rules = {
  wc_pairingDelete: { on: 'pairing', tags: [1000, 1001], ttl: oneDay },
  wc_pairingPing: { on: 'pairing', tags: [1002, 1003], ttl: 30 },
  wc_sessionPropose: { on: 'pairing', tags: [1100, 1101, 1120], ttl: fiveMinutes, prompt: true },
  wc_sessionSettle: { on: 'answer', tags: [1102, 1103], ttl: fiveMinutes },
  wc_sessionUpdate: { on: 'session', tags: [1104, 1105], ttl: oneDay },
  wc_sessionExtend: { on: 'session', tags: [1106, 1107], ttl: oneDay },
  wc_sessionRequest: { on: 'session', tags: [1108, 1109], ttl: fiveMinutes, prompt: true },
  wc_sessionEvent: { on: 'session', tags: [1110, 1111], ttl: fiveMinutes, prompt: true },
  wc_sessionDelete: { on: 'session', tags: [1112, 1113], ttl: oneDay },
  wc_sessionPing: { on: 'session', tags: [1114, 1115], ttl: 30 },
  wc_sessionAuthenticate: { on: 'pairing', tags: [1116, 1117, 1118], ttl: 3_600, prompt: true },
} as const satisfies Readonly<Record<string, Rule>>

export type Method = keyof typeof rules

export const isMethod = (value: string): value is Method => Object.hasOwn(rules, value)

/** The rule of a method, as the general type. */
export const ruleOf = (method: Method): Rule => rules[method]
