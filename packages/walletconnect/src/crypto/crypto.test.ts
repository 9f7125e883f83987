import { base64 } from '@scure/base'
import { toBase64, toBase64Url } from '@portico/core/kit'
import { Core } from '@walletconnect/core'
import { generateKeyPair, signJWT, verifyJWT } from '@walletconnect/relay-auth'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../test/text.js'
import { agreeOnKey, createKeyPair, hashText, isKey, randomKey, topicOf } from './agreement.js'
import { clientIdOf, createIdentity, signToken } from './clientAuth.js'
import { open, openFrom, seal } from './envelope.js'
import { native } from './native.js'
import { readPlain, writePlain } from './plain.js'
import { portable } from './portable.js'

const both = [
  ['native', native],
  ['portable', portable],
] as const
const nonce = Uint8Array.from({ length: 12 }, (_, at) => at)

async function official() {
  process.env['DISABLE_GLOBAL_CORE'] = 'true'
  const core = new Core({ projectId: 'portico', logger: 'silent', telemetryEnabled: false, relayUrl: 'ws://127.0.0.1:9' })
  await core.crypto.init()
  return core.crypto
}

describe('vectors', () => {
  const vector = {
    one: {
      privateKey: '1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862',
      publicKey: 'ff7a7d5767c362b0a17ad92299ebdb7831dcbd9a56959c01368c7404543b3342',
    },
    two: {
      privateKey: '36bf507903537de91f5e573666eaa69b1fa313974f23b2b59645f20fea505854',
      publicKey: '590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a',
    },
    key: '0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c',
  }

  test.each(both)('key agreement, %s: both sides come to the key that the official client has', async (_, curves) => {
    await expect(curves.agree(vector.one.privateKey, vector.two.publicKey)).resolves.toBe(vector.key)
    await expect(curves.agree(vector.two.privateKey, vector.one.publicKey)).resolves.toBe(vector.key)
    expect(topicOf(vector.key)).toBe('2c03712132ad2f85adc472a2242e608d67bfecd4362d05012d69a89143fecd16')
    expect(isKey(vector.key)).toBe(true)
  })

  test('envelope of type 0', () => {
    const { key } = vector
    const message = '{"id":1,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}'
    const envelope = seal({ key, message, nonce })
    expect(base64.decode(envelope).slice(0, 13)).toEqual(Uint8Array.from([0, ...nonce]))
    expect(open(envelope, key)).toEqual({ message })
  })

  test('envelope of type 2: base64url of the byte 2 and the message, without padding', () => {
    expect(writePlain('{"id":1}')).toBe('AnsiaWQiOjF9')
    expect(readPlain('AnsiaWQiOjF9')).toBe('{"id":1}')
  })

  test.each(both)('token, %s: the one that the official package signs', async (_, curves) => {
    const seed = hexToBytes('58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295')
    const pair = generateKeyPair(seed)
    const [subject, audience, issuedAt] = [
      'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
      'wss://relay.example',
      1_656_910_097,
    ]
    const identity = { privateKey: bytesToHex(seed), publicKey: bytesToHex(pair.publicKey) }
    const theirs = await signJWT(subject, audience, 86_400, pair, issuedAt)
    expect(clientIdOf(identity.publicKey)).toBe('did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH')
    await expect(curves.sign(identity.privateKey, new TextEncoder().encode('x'))).resolves.toHaveLength(64)
    await expect(signToken({ identity, audience, issuedAt, subject })).resolves.toBe(theirs)
  })
})

describe('beside the official client', () => {
  test('keys, topics and envelopes of both types go both ways', async () => {
    const theirs = await official()
    const theirPublicKey = await theirs.generateKeyPair()
    const mine = await createKeyPair()
    const topic = await theirs.generateSharedKey(theirPublicKey, mine.publicKey)
    const key = await agreeOnKey(mine.privateKey, theirPublicKey)
    expect(topicOf(key)).toBe(topic)

    const payload = { id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: { text: 'déjà vu ✓' } }
    expect(open(await theirs.encode(topic, payload), key)?.message).toBe(JSON.stringify(payload))
    await expect(theirs.decode(topic, seal({ key, message: JSON.stringify(payload) }))).resolves.toEqual(payload)

    const fromThem = await theirs.encode(topic, payload, { type: 1, senderPublicKey: theirPublicKey, receiverPublicKey: mine.publicKey })
    await expect(openFrom(fromThem, mine.privateKey)).resolves.toEqual({
      message: JSON.stringify(payload),
      sender: { publicKey: theirPublicKey, key },
    })
    const toThem = seal({ key, message: JSON.stringify(payload), senderPublicKey: mine.publicKey })
    await expect(theirs.decode(topic, toThem, { receiverPublicKey: theirPublicKey })).resolves.toEqual(payload)

    const plain = await theirs.encode('', payload, { type: 2, encoding: 'base64url' })
    expect(writePlain(JSON.stringify(payload))).toBe(plain)
    expect(readPlain(plain)).toBe(JSON.stringify(payload))
    await expect(theirs.decode('', writePlain(JSON.stringify(payload)), { encoding: 'base64url' })).resolves.toEqual(payload)
  })

  test('R2: no envelope is taken for one of another type', async () => {
    const { publicKey, privateKey } = await createKeyPair()
    const key = randomKey()
    const sealed = [
      seal({ key, message: 'x' }),
      seal({ key, message: 'x', senderPublicKey: publicKey }),
      seal({ key, message: 'x', encoding: 'base64url' }),
    ]
    expect(sealed.map(readPlain)).toEqual([undefined, undefined, undefined])
    const plain = writePlain(JSON.stringify({ id: 1, method: 'wc_sessionAuthenticate', params: 'x'.repeat(100) }))
    expect([open(plain, key), await openFrom(plain, privateKey)]).toEqual([undefined, undefined])
    expect(['', 'A', 'Av__', 3, undefined, `A${'A'.repeat(2_000_000)}`].map(readPlain)).toEqual(Array(6).fill(undefined))
  })

  test('they take our tokens', async () => {
    const identity = await createIdentity()
    await expect(
      verifyJWT(await signToken({ identity, audience: 'ws://127.0.0.1:5555', issuedAt: Math.floor(Date.now() / 1000) })),
    ).resolves.toBe(true)
  })
})

test('native and portable curves make each other’s keys', async () => {
  for (const [one, other] of [
    [native, portable],
    [portable, native],
  ] as const) {
    const [a, b] = [await one.createAgreementPair(), await other.createAgreementPair()]
    await expect(one.agree(a.privateKey, b.publicKey)).resolves.toBe(await other.agree(b.privateKey, a.publicKey))
  }
})

test.each(both)('a public key that gives no secret is refused, %s', async (_, curves) => {
  const { privateKey } = await curves.createAgreementPair()
  const smallOrder = [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ]
  for (const key of smallOrder) await expect(curves.agree(privateKey, key)).rejects.toThrow()
})

describe('10,000 envelopes each', () => {
  const key = hashText('the key')
  const bytes = fc.uint8Array({ maxLength: 120 })

  test('what was sealed opens, and comes back as it was', () => {
    fc.assert(
      fc.property(
        anyText({ maxLength: 60 }),
        fc.constantFrom('base64' as const, 'base64url' as const),
        (message, encoding) =>
          open(seal({ key, message, encoding }), key)?.message === new TextDecoder().decode(new TextEncoder().encode(message)),
      ),
      { numRuns: 10_000 },
    )
  })

  test('one changed byte, anywhere, and nothing opens', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (message, at, change) => {
        const sealed = base64.decode(seal({ key, message }))
        const place = at % sealed.length
        sealed[place] = (sealed[place] ?? 0) ^ change
        return open(toBase64(sealed), key) === undefined
      }),
      { numRuns: 10_000 },
    )
  })

  test('malformed envelopes, and those of other keys, open nothing and throw nothing', () => {
    const other = fc
      .tuple(bytes, fc.uint8Array({ minLength: 32, maxLength: 32 }))
      .map(([message, wrong]) => seal({ key: bytesToHex(wrong), message: toBase64(message) }))
    const odd = fc.oneof(
      anyText(),
      bytes.map(toBase64),
      bytes.map(toBase64Url),
      other,
      fc.constantFrom<unknown>(undefined, null, 7, {}, [], '', 'A', '====', 'wc:', 'x'.repeat(2_000_000)),
    )
    fc.assert(
      fc.property(odd, (envelope) => open(envelope, key) === undefined),
      { numRuns: 10_000 },
    )
  })

  test('the same for envelopes of type 1', async () => {
    const { privateKey } = await createKeyPair()
    const odd = fc.oneof(
      anyText(),
      bytes.map((one) => toBase64(Uint8Array.from([1, ...one]))),
      fc.uint8Array({ minLength: 33, maxLength: 60 }).map((one) => toBase64(Uint8Array.from([1, ...one]))),
    )
    await fc.assert(
      fc.asyncProperty(odd, async (envelope) => (await openFrom(envelope, privateKey)) === undefined),
      { numRuns: 10_000 },
    )
  }, 120_000)
})
