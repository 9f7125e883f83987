import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { errorEvent, eventLimit } from './errorEvent.js'
import { redact, redactStack, redactUrl } from './redact.js'

const from = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((letters) => letters.join(''))
const lower = 'abcdefghijklmnopqrstuvwxyz'
const hex = '0123456789abcdef'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base64 = `${lower}${lower.toUpperCase()}0123456789-_`
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** With a digit in it: of some of these 24 letters in a row would be a word. */
const token = (alphabet: string, length: number, longest = length) =>
  fc.tuple(from(alphabet, length - 1, longest - 1), from('23456789', 1)).map((parts) => parts.join(''))

/** What must not leave the page, and the parts of it that must not either. */
const planted = {
  email: fc.tuple(from(`${lower}.+_`, 3, 20), from(lower, 3, 12), from(lower, 2, 4)).map(([name, host, end]) => {
    const address = `x${name}x@${host}.${end}`
    return { text: address, parts: [`x${name}x`] }
  }),
  code: from('0123456789', 4, 8).map((code) => ({ text: code, parts: [code] })),
  groupedCode: fc
    .tuple(from('0123456789', 3), from('0123456789', 3))
    .map(([one, two]) => ({ text: `${one} ${two}`, parts: [`${one} ${two}`, `${one}${two}`] })),
  jwt: fc.tuple(from(base64, 24, 80), from(base64, 24, 200), from(base64, 43)).map(([head, body, tail]) => ({
    text: `eyJ${head}.eyJ${body}.${tail}`,
    parts: [head.slice(0, 12), body.slice(0, 12), tail.slice(0, 12)],
  })),
  bearer: from(base64, 8, 64).map((secret) => ({ text: `Authorization: Bearer ${secret}`, parts: [secret] })),
  field: fc
    .tuple(fc.constantFrom('password', 'token', 'secret', 'otp', 'key'), fc.constantFrom('=', ': ', '":"'), from(base64, 6, 40))
    .map(([name, between, secret]) => ({ text: `${name}${between}${secret}`, parts: [secret] })),
  pairing: fc.tuple(from(hex, 64), from(hex, 64)).map(([topic, key]) => ({
    text: `wc:${topic}@2?relay-protocol=irn&symKey=${key}&expiryTimestamp=1700000000`,
    parts: [topic.slice(0, 16), key.slice(0, 16)],
  })),
  encodedPairing: fc.tuple(from(hex, 64), from(hex, 64)).map(([topic, key]) => ({
    text: encodeURIComponent(`wc:${topic}@2?relay-protocol=irn&symKey=${key}`),
    parts: [topic.slice(0, 16), key.slice(0, 16)],
  })),
  hex: fc
    .tuple(fc.constantFrom('', '0x'), from(hex, 64, 260))
    .map(([sign, digits]) => ({ text: sign + digits, parts: [digits.slice(0, 12), digits.slice(-12)] })),
  address: fc
    .oneof(
      from(hex, 40).map((digits) => `0x${digits}`),
      token(base58, 32, 44),
      token(lower + '0123456789', 38).map((rest) => `bc1q${rest}`),
    )
    .map((text) => ({ text, parts: [text.slice(4, 16), text.slice(-12)] })),
  key: fc
    .oneof(
      token(base58, 51, 52),
      token(base58, 87, 88),
      token(base58, 107).map((rest) => `xprv${rest}`),
    )
    .map((text) => ({
      text,
      parts: [text.slice(2, 14), text.slice(-12)],
    })),
  words: fc
    .tuple(fc.constantFrom(12, 15, 18, 21, 24), fc.constantFrom(' ', ', ', '\n', '  '))
    .chain(([count, between]) =>
      fc
        .array(from(lower, 3, 8), { minLength: count, maxLength: count })
        .map((words) => ({ text: words.join(between), parts: [words.slice(0, 3).join(between), words.slice(-3).join(between)] })),
    ),
  numberedWords: fc.array(from(lower, 3, 8), { minLength: 12, maxLength: 24 }).map((words) => ({
    text: words.map((word, at) => `${at + 1}. ${word}`).join(' '),
    parts: [`${words[3]} 5. ${words[4]}`, `${words[9]} 11. ${words[10]}`],
  })),
  recoveryCode: fc
    .tuple(fc.constantFrom('-', ' '), fc.array(from(crockford, 4), { minLength: 7, maxLength: 7 }))
    .map(([between, groups]) => ({
      text: groups.join(between),
      parts: [groups.slice(0, 3).join(between), groups.slice(4).join(between)],
    })),
  link: token(base64, 22, 64).map((secret) => ({ text: `https://app.example/reset/${secret}?next=/a#${secret}`, parts: [secret] })),
  query: from(base64, 6, 30).map((secret) => ({ text: `https://app.example/login?code=${secret}&state=${secret}`, parts: [secret] })),
}
const kinds = Object.keys(planted) as (keyof typeof planted)[]
const anySecret = fc.oneof(...kinds.map((kind) => planted[kind].map((secret) => ({ kind, ...secret }))))

/** Where in an error a secret may stand. */
const places = {
  alone: (secret: string) => Object.assign(new Error(secret), { stack: '' }),
  inSentence: (secret: string) => new Error(`The wallet answered "${secret}" and no more.`),
  inJson: (secret: string) => new Error(JSON.stringify({ error: { data: secret }, id: 1 })),
  beforeMuch: (secret: string) => new Error(`${secret} ${'and so on '.repeat(2000)}`),
  afterMuch: (secret: string) => new Error(`${'and so on '.repeat(80)}${secret}`),
  acrossTheCut: (secret: string) => new Error(`${'a '.repeat(4090)}${secret}`),
  inCause: (secret: string) => new Error('Failed.', { cause: new Error(secret, { cause: secret }) }),
  inName: (secret: string) => Object.assign(new Error('Failed.'), { name: secret }),
  inStackLine: (secret: string) =>
    Object.assign(new Error('Failed.'), {
      stack: `Error: ${secret}\n    at ${secret} (https://app.example/a.js:1:2)\n${secret}\n    at f (https://app.example/x.js?${secret}:3:4)`,
    }),
  inStackFile: (secret: string) =>
    Object.assign(new Error('Failed.'), {
      stack: `Error: x\n    at f (https://app.example/${secret}/index.js:1:2)\n    at g (https://app.example/${secret}.js:1:2)`,
    }),
  inFirefoxStack: (secret: string) =>
    Object.assign(new Error('Failed.'), { stack: `f@https://app.example/${secret}/index.js:1:2\n${secret}@https://app.example/a.js:1:2` }),
}
const anyPlace = fc.constantFrom(...(Object.keys(places) as (keyof typeof places)[]))

const bodyOf = (error: Error, page = 'https://app.example/swap?from=eth#top') =>
  JSON.stringify(errorEvent(error, { page, now: 1_700_000_000_000, newId: () => 'id' }))
/** What the times and the id of an event hold anyway. */
const own = /"timestamp":\d+|"eventId":"[^"]*"|:\d+:\d+\)/g

describe('S39: what an error event tells', () => {
  test('of 10,000 planted secrets none is in it, and each fits 4 KiB', () => {
    const counts = new Map<string, number>()
    fc.assert(
      fc.property(anySecret, anyPlace, fc.boolean(), ({ kind, text, parts }, place, inPage) => {
        const page = inPage
          ? `https://app.example/u/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}#${encodeURIComponent(text)}`
          : undefined
        const body = bodyOf(places[place](text), page)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(eventLimit)
        const told = body.replace(own, '')
        for (const part of parts) expect(told, `${kind} ${place}`).not.toContain(JSON.stringify(part).slice(1, -1))
      }),
      { numRuns: 10_000 },
    )
    for (const kind of kinds) expect(counts.get(kind), kind).toBeGreaterThan(300)
    recordPromise({ id: 'S39', name: `planted secrets of ${kinds.length} kinds in error events`, runs: 10_000, accepted: 0 })
  })

  test('whatever the texts are, it fits 4 KiB', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 9000 })
    fc.assert(
      fc.property(anyText, anyText, fc.webUrl({ withQueryParameters: true, withFragments: true }), (message, stack, page) => {
        const body = bodyOf(Object.assign(new Error(message), { stack }), page)
        expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(eventLimit)
      }),
      { numRuns: 100 },
    )
  })

  test('a hostile text takes no time', () => {
    const hostile = ['a', '1 ', 'a@', 'wc:', 'abc ', '0x', 'at (', '://', '%40', '1. abc ', 'あ ', '-'].map((part) => part.repeat(100_000))
    const from = performance.now()
    for (const text of hostile) bodyOf(Object.assign(new Error(text), { stack: text }))
    expect(performance.now() - from).toBeLessThan(2000)
  })

  test.each([
    ['HTTP status 503 from /v1/account.', 'HTTP status 503 from /v1/account.'],
    [
      'The answer from /v1/wallets could not be read: it has another shape.',
      'The answer from /v1/wallets could not be read: it has another shape.',
    ],
    ['Connector not connected.', 'Connector not connected.'],
    ["Connector 'io.metamask' not found for 'eip155'.", "Connector 'io.metamask' not found for 'eip155'."],
  ])('what says what happened stays: %s', (text, told) => {
    expect(redact(text)).toBe(told)
  })

  test('a stack keeps functions, files and places', () => {
    const chromium = `Error: no
    at async connect (https://app.example/assets/index-BxqbR0cB.js:2:14153)
    at Object.run (https://app.example/assets/useTask-5yDzdrTB.js?v=abc:1:357)
    at new Wallet (webpack-internal:///./src/wallet.ts:10:5)
    at <anonymous>`
    expect(redactStack(chromium)).toBe(
      'at connect (index-BxqbR0cB.js:2:14153)\nat Object.run (useTask-5yDzdrTB.js:1:357)\nat Wallet (wallet.ts:10:5)',
    )
    expect(redactStack(redactStack(chromium))).toBe(redactStack(chromium)) // a gateway does it once more
    expect(redactStack('connect@https://app.example/assets/a.js:2:3\n@https://app.example/b.mjs:4:5')).toBe(
      'at connect (a.js:2:3)\nat ? (b.mjs:4:5)',
    )
  })

  test.each([
    ['https://app.example/swap?from=eth#top', 'https://app.example/swap'],
    ['https://app.example/invite/8fk2-LQ0aZx93bbTq7Y1w/start', 'https://app.example/invite/…/start'],
    ['https://app.example/u/mira%40mail.example', 'https://app.example/u/…'],
    ['https://app.example/%E0%A4%A', 'https://app.example/…'],
    ['https://mira:secret@app.example/', 'https://app.example/'],
    ['file:///home/mira/site.html', ''],
    ['', ''],
  ])('of the page %s it tells %s', (page, told) => {
    expect(redactUrl(page)).toBe(told)
  })
})
