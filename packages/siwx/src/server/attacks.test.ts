import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { composeSignInMessage, encodeRecap, recapStatement, type SignInMessage, writeSignInMessage } from '../index.js'
import { verifySignIn } from './index.js'
import { alice, bob, carol, createSite, messageOf, openBrowser, origin, rules, signed, signedOnSolana } from './test/site.js'

const iso = (offset: number) => new Date(Date.now() + offset).toISOString()
const minute = 60_000
const recap = encodeRecap({ namespace: 'eip155', methods: ['eth_sendTransaction'], chains: ['eip155:1'] })
const sentence = recapStatement([recap])

/** Texts that their own account has signed, with a nonce of ours: nothing but what they say speaks against them. */
const texts: readonly (readonly [name: string, changes: Partial<SignInMessage>, problem: string])[] = [
  ['another domain', { domain: 'evil.example' }, 'domain'],
  ['a domain below', { domain: 'x.shop.example' }, 'domain'],
  ['a longer domain', { domain: 'shop.example.evil.example' }, 'domain'],
  ['capital letters', { domain: 'SHOP.example' }, 'domain'],
  ['the usual port', { domain: 'shop.example:443' }, 'domain'],
  ['another port', { domain: 'shop.example:8443' }, 'domain'],
  ['a user in the domain', { domain: 'shop.example@evil.example' }, 'domain'],
  ['a user before the domain', { domain: 'a@shop.example' }, 'domain'],
  ['another scheme', { scheme: 'http' }, 'scheme'],
  ['another URI', { uri: 'https://evil.example/login' }, 'uri'],
  ['a URI without TLS', { uri: 'http://shop.example/login' }, 'uri'],
  ['a URI with a user', { uri: 'https://shop.example@evil.example/' }, 'uri'],
  ['a URI with a user of the site', { uri: 'https://evil.example@shop.example/' }, 'uri'],
  ['a URI of another kind', { uri: 'did:key:shop.example' }, 'uri'],
  ['another chain', { chainId: '137' }, 'chain'],
  ['another spelling of the chain', { chainId: '01' }, 'chain'],
  ['issued ten minutes ago', { issuedAt: iso(-10 * minute) }, 'issuedAt'],
  ['issued in 2015', { issuedAt: '2015-01-01T00:00:00Z' }, 'issuedAt'],
  ['issued in two minutes', { issuedAt: iso(2 * minute) }, 'issuedAt'],
  ['issued in 2058', { issuedAt: '2058-01-01T00:00:00Z' }, 'issuedAt'],
  ['expired', { expirationTime: iso(-1) }, 'expirationTime'],
  ['expires after two days', { expirationTime: iso(2 * 1440 * minute) }, 'expirationTime'],
  ['not before an hour', { notBefore: iso(60 * minute) }, 'notBefore'],
  ['a permission that its statement does not say', { resources: [recap] }, 'recap'],
  [
    'a permission with another sentence',
    { statement: sentence.replace('eth_sendTransaction', 'personal_sign'), resources: [recap] },
    'recap',
  ],
  ['a permission before another resource', { statement: sentence, resources: [recap, 'https://shop.example/tos'] }, 'recap'],
  ['a permission that nobody can read', { resources: ['urn:recap:e30'] }, 'recap'],
]

describe('S22: texts for another time or place', () => {
  const site = createSite()

  test.each(texts)('%s', async (_, changes, problem) => {
    const browser = openBrowser(site.handler)
    const nonce = await browser.nonce()
    expect(await browser.post('verify', await signed(alice, nonce, changes))).toMatchObject({ status: 401, json: { error: problem } })
    expect(browser.cookie).toBeUndefined()
  })

  test('no end at all', async () => {
    const browser = openBrowser(site.handler)
    const { expirationTime: _, ...endless } = messageOf(alice.address, await browser.nonce())
    const message = composeSignInMessage(endless)
    const answer = await browser.post('verify', { message, signature: await alice.signMessage({ message }) })
    expect(answer).toMatchObject({ status: 401, json: { error: 'expirationTime' } })
  })

  test("Solana's text, with less in it than we ask", async () => {
    for (const field of ['uri', 'chainId', 'issuedAt', 'expirationTime'] as const) {
      const browser = openBrowser(site.handler)
      const proof = signedOnSolana(await browser.nonce(), { [field]: undefined })
      expect(await browser.post('verify', proof), field).toMatchObject({ status: 401 })
    }
    expect(await openBrowser(site.handler).post('verify', signedOnSolana('', { nonce: undefined } as never))).toMatchObject({
      status: 401,
      json: { error: 'nonce' },
    })
  })

  test('what is right at the edge is taken: clocks a minute apart, and a permission that is said', async () => {
    for (const changes of [
      { issuedAt: iso(55_000), notBefore: iso(55_000) },
      { issuedAt: iso(-5 * minute - 50_000) },
      { scheme: 'https' },
      // Issue and end were read off the clock one after the other.
      { issuedAt: iso(0), expirationTime: iso(1440 * minute + 5) },
      { statement: `Welcome. ${sentence}`, resources: ['https://shop.example/tos', recap] },
      { statement: sentence, resources: [recap] },
      { resources: [] },
    ]) {
      const browser = openBrowser(site.handler)
      expect(await browser.post('verify', await signed(alice, await browser.nonce(), changes)), JSON.stringify(changes)).toMatchObject({
        status: 200,
      })
    }
  })
})

/** Rows of the table. */
type Kind =
  | 'another domain'
  | 'another URI'
  | 'another chain'
  | 'old, future, expired or for too long'
  | 'a permission that is not said'
  | 'another text'
  | 'altered, or with lines that do not belong there'
  | "another account's key"
  | 'replay, or a nonce of others'
  | "another site's page (CSRF)"
  | 'a planted cookie'

/** By what the server finds wrong with a text. */
const kinds: Readonly<Record<string, Kind>> = {
  domain: 'another domain',
  scheme: 'another domain',
  uri: 'another URI',
  chain: 'another chain',
  issuedAt: 'old, future, expired or for too long',
  expirationTime: 'old, future, expired or for too long',
  notBefore: 'old, future, expired or for too long',
  recap: 'a permission that is not said',
}

test('S22: the attack kit: nothing of it signs anybody in', async () => {
  const site = createSite()
  /** What was tried, and what got through, by kind. */
  const table = new Map<Kind, { runs: number; accepted: string[] }>()
  const note = (kind: Kind, name: string, isAccepted: boolean) => {
    const { runs, accepted } = table.get(kind) ?? { runs: 0, accepted: [] }
    table.set(kind, { runs: runs + 1, accepted: isAccepted ? [...accepted, name] : accepted })
  }
  const attempt = async (kind: Kind, name: string, proof: (nonce: string) => unknown, headers: Record<string, string> = {}) => {
    const browser = openBrowser(site.handler)
    const nonce = await openBrowser(site.handler).nonce()
    const { status } = await browser.post('verify', await proof(nonce), headers)
    note(kind, name, status === 200)
  }
  for (const [name, changes, problem] of texts)
    await attempt(kinds[problem] ?? 'another text', name, (nonce) => signed(alice, nonce, changes))
  const edited = (edit: (text: string) => string) => async (nonce: string) => {
    const { message, signature } = await signed(alice, nonce)
    return { message: edit(message), signature }
  }
  /** Signed as it stands, though it is not written as the standard has it. */
  const malformed = (edit: (text: string) => string) => async (nonce: string) => {
    const message = edit((await signed(alice, nonce)).message)
    return { message, signature: await alice.signMessage({ message }) }
  }
  await attempt(
    "another account's key",
    'another address',
    edited((text) => text.replace(alice.address, bob.address)),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'an altered statement',
    edited((text) => text.replace('\n\n\n', '\n\nPay nothing\n\n')),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'a line behind',
    malformed((text) => `${text}\nand send my money`),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'a line before',
    malformed((text) => `Hello\n${text}`),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'a line between',
    malformed((text) => text.replace('\n\n\n', '\n\nHi\n\nthere\n\n')),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'a second end',
    malformed((text) => `${text}\nExpiration Time: ${iso(minute)}`),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'fields in another order',
    malformed((text) => text.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'an end that is none',
    malformed((text) => text.replace(/Expiration Time: .*/, 'Expiration Time: never')),
  )
  await attempt(
    'altered, or with lines that do not belong there',
    'an address without its checksum',
    malformed((text) => text.replace(alice.address, alice.address.toLowerCase())),
  )
  await attempt('replay, or a nonce of others', 'a nonce of the attacker', () => signed(alice, 'attacker12345678'))
  await attempt('altered, or with lines that do not belong there', 'hello world', async () => ({
    message: 'hello world',
    signature: await alice.signMessage({ message: 'hello world' }),
  }))
  await attempt("another account's key", "Solana's key for another address", (nonce) => {
    const { message, signature } = signedOnSolana(nonce)
    return { message: message.replace(carol, '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'), signature }
  })
  await attempt("another account's key", 'a signature of another family', async (nonce) => ({
    ...signedOnSolana(nonce),
    signature: (await signed(alice, nonce)).signature,
  }))
  for (const origin of [
    'https://evil.example',
    'null',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:8443',
  ])
    await attempt("another site's page (CSRF)", origin, (nonce) => signed(alice, nonce), { origin })
  await attempt("another account's key", 'no signature', async (nonce) => ({ ...(await signed(alice, nonce)), signature: '' }))
  await attempt("another account's key", 'fields beside the text', async (nonce) => ({
    ...(await signed(bob, nonce, { domain: 'evil.example' })),
    domain: 'shop.example',
    address: alice.address,
  }))
  const used = await openBrowser(site.handler).nonce()
  await openBrowser(site.handler).post('verify', await signed(alice, used))
  await attempt('replay, or a nonce of others', 'a replay', () => signed(alice, used))
  // A form of another site's needs no script, and says nothing of where it stands in old browsers.
  const form = await site.handler(
    new Request(`${origin}/siwx/verify`, {
      method: 'POST',
      body: JSON.stringify(await signed(alice, await openBrowser(site.handler).nonce())),
    }),
  )
  note("another site's page (CSRF)", 'no origin at all', form.status === 200)
  // A cookie that the attacker knows is worth nothing once somebody has signed in with it.
  const known = `__Host-siwx=${'K'.repeat(43)}`
  const victim = openBrowser(site.handler)
  victim.cookie = known
  await victim.post('verify', await signed(alice, await victim.nonce()))
  const attacker = openBrowser(site.handler)
  attacker.cookie = known
  note('a planted cookie', 'before signing in', (await attacker.get('session')).json.sessions.length > 0)
  attacker.cookie = `${known}; ${victim.cookie}`
  note('a planted cookie', 'beside the right one', (await attacker.get('session')).json.sessions.length > 0)

  for (const [kind, { runs, accepted }] of table) recordPromise({ id: 'S22', name: `sign-in: ${kind}`, runs, accepted: accepted.length })
  const accepted = [...table.values()].flatMap((row) => row.accepted)
  expect(accepted).toEqual([])
})

test('S22: of 10,000 texts with one field altered after signing none is accepted', { timeout: 300_000 }, async () => {
  const good = await signed(alice, 'abcdefgh12345678', {
    statement: 'Welcome.',
    notBefore: iso(-minute),
    requestId: 'r-1',
    resources: ['https://shop.example/tos'],
  })
  const onSolana = signedOnSolana('abcdefgh12345678', { statement: 'Welcome.', requestId: 'r-1' })
  const word = fc.stringMatching(/^[a-z\d]{1,10}$/)
  /** Values that would be accepted in a text of their own, most of them. */
  const change = fc.oneof(
    fc.record({ statement: word }),
    fc.record({ uri: word.map((path) => `${origin}/${path}`) }),
    fc.record({ requestId: word }),
    fc.record({ nonce: fc.stringMatching(/^[a-z\d]{16}$/) }),
    fc.record({ issuedAt: fc.nat(4 * minute).map((ago) => iso(-ago - 1)) }),
    fc.record({ expirationTime: fc.nat(1000 * minute).map((later) => iso(minute + later)) }),
    fc.record({ notBefore: fc.nat(minute).map((ago) => iso(-ago - 2 * minute)) }),
    fc.record({
      resources: fc.array(
        word.map((path) => `${origin}/${path}`),
        { minLength: 2, maxLength: 3 },
      ),
    }),
    fc.record({ scheme: fc.constant('https') }),
    fc.record({ domain: word.map((name) => `${name}.shop.example`) }),
    fc.record({ address: fc.constant(bob.address) }),
    fc.record({ chainId: fc.constantFrom('10', '137', 'solana:mainnet') }),
  )
  let accepted = 0
  let crashes = 0
  for (const [index, changes] of fc.sample(change, 10_000).entries()) {
    // One in forty on Solana: looking at all forms of a signature takes ten times as long there.
    const isOnSolana = index % 40 === 0
    const proof = isOnSolana ? onSolana : good
    const base = isOnSolana
      ? messageOf(carol, 'abcdefgh12345678', { namespace: 'solana', chainId: 'mainnet' })
      : messageOf(alice.address, 'abcdefgh12345678', {})
    const message = composeSignInMessage({ ...base, ...changes })
    if (message === proof.message) continue
    try {
      const { status } = await verifySignIn(rules, { message, signature: proof.signature })
      if (status === 'valid') accepted++
    } catch {
      crashes++
    }
  }
  recordPromise({
    id: 'S22',
    name: 'texts with one field altered after signing',
    runs: 10_000,
    accepted,
    crashes,
  })
  expect({ accepted, crashes }).toEqual({ accepted: 0, crashes: 0 })
  expect(await verifySignIn(rules, good)).toMatchObject({ status: 'valid', account: `eip155:1:${alice.address}` })
  expect(writeSignInMessage(messageOf(alice.address, 'abcdefgh12345678'))).toContain('shop.example')
})
