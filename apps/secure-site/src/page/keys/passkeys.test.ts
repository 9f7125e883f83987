import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Passkeys, allowedBy, browserPasskeys, warnOfForbidden } from './passkeys.js'
import { failure } from './browser.test.helper.js'

const rawId = Uint8Array.of(1, 2, 3)
const secret = (byte = 7, length = 32) => new Uint8Array(length).fill(byte)
type Prf = { enabled?: boolean; results?: { first: unknown } }

/** What a browser gives; `PublicKeyCredential` is not there in Node. */
class Credential {
  readonly rawId = rawId.buffer
  constructor(
    readonly prf: Prf | undefined,
    readonly authenticatorAttachment?: string | null,
  ) {}
  getClientExtensionResults() {
    return { ...(this.prf && { prf: this.prf }) }
  }
}

function browser(answers: { create?: () => unknown; get?: () => unknown }) {
  const create = vi.fn<(options: unknown) => Promise<unknown>>(async () => answers.create?.())
  const get = vi.fn<(options: unknown) => Promise<unknown>>(async () => answers.get?.())
  const credentials = { create, get, store: vi.fn<() => void>(), preventSilentAccess: vi.fn<() => void>() }
  const passkeys = browserPasskeys({ credentials: credentials as never, rpId: 'secure.example' })
  return { create, get, passkeys }
}
const salt = createHash('sha256').update('portico/passkey/w').digest()
const prf = { prf: { eval: { first: Uint8Array.from(salt) } } }
const random = expect.objectContaining({ length: 32 })
const asked = { walletId: 'w', label: 'ada@example.com', exclude: ['AQID'] }
const made = (given?: Prf, attachment?: string | null) => new Credential(given, attachment)

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', Credential)
  return () => void vi.unstubAllGlobals()
})

test('a passkey is made for this wallet, with its owner’s presence, and gives 32 bytes', async () => {
  const { create, get, passkeys } = browser({ create: () => made({ enabled: true, results: { first: secret() } }) })
  expect(await passkeys.create(asked)).toEqual({ credentialId: 'AQID', secret: secret(), here: false })
  expect(create.mock.calls).toEqual([
    [
      {
        publicKey: {
          challenge: random,
          rp: { id: 'secure.example', name: 'secure.example' },
          user: { id: Uint8Array.from(Buffer.from('w')), name: 'ada@example.com', displayName: 'ada@example.com' },
          pubKeyCredParams: [
            { type: 'public-key', alg: -7 },
            { type: 'public-key', alg: -257 },
          ],
          excludeCredentials: [{ type: 'public-key', id: rawId }],
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
          extensions: prf,
        },
      },
    ],
  ])
  expect(get).not.toHaveBeenCalled()
})

test('a passkey is asked for by the names that the wallet knows, with its owner’s presence', async () => {
  const { get, passkeys } = browser({ get: () => made({ results: { first: secret() } }) })
  expect(await passkeys.get({ walletId: 'w', credentialIds: ['AQID', 'BAUG'] })).toEqual({
    credentialId: 'AQID',
    secret: secret(),
    here: false,
  })
  expect(get.mock.calls).toEqual([
    [
      {
        publicKey: {
          challenge: random,
          rpId: 'secure.example',
          allowCredentials: [
            { type: 'public-key', id: rawId },
            { type: 'public-key', id: Uint8Array.of(4, 5, 6) },
          ],
          userVerification: 'required',
          extensions: prf,
        },
      },
    ],
  ])
})

test.each([
  ['platform', true],
  ['cross-platform', false],
  [null, false],
])('whether this device has it is known by its attachment: %s', async (attachment, here) => {
  const answer = () => made({ enabled: true, results: { first: secret() } }, attachment)
  const { passkeys } = browser({ create: answer, get: answer })
  expect(await passkeys.create(asked)).toMatchObject({ here })
  expect(await passkeys.get({ walletId: 'w', credentialIds: ['AQID'] })).toMatchObject({ here })
})

test('one that gives its secret only when it is asked a second time is asked, by its name', async () => {
  const { get, passkeys } = browser({
    create: () => made({ enabled: true }),
    get: () => made({ results: { first: secret(9) } }),
  })
  expect(await passkeys.create({ ...asked, exclude: [] })).toEqual({ credentialId: 'AQID', secret: secret(9), here: false })
  expect(get.mock.calls).toMatchObject([[{ publicKey: { allowCredentials: [{ type: 'public-key', id: rawId }], extensions: prf } }]])
})

test('the question is taken back with the screen that asks it, the second one of two as well', async () => {
  const { signal } = new AbortController()
  const { create, get, passkeys } = browser({
    create: () => made({ enabled: true }),
    get: () => made({ results: { first: secret() } }),
  })
  await passkeys.create({ ...asked, signal })
  await passkeys.get({ walletId: 'w', credentialIds: ['AQID'], signal })
  expect([...create.mock.calls, ...get.mock.calls]).toMatchObject([[{ signal }], [{ signal }], [{ signal }]])
})

test.each<[string, () => unknown]>([
  ['a buffer', () => secret().buffer],
  ['bytes', () => secret()],
  ['a part of more bytes', () => Uint8Array.of(1, ...secret(), 1).subarray(1, 33)],
])('a secret is read of %s', async (_, first) => {
  const { passkeys } = browser({ get: () => made({ results: { first: first() } }) })
  expect((await passkeys.get({ walletId: 'w', credentialIds: ['AQID'] })).secret).toEqual(secret())
})

describe('what cannot protect the wallet is said to be so', () => {
  const unsupported = {
    name: 'PasskeyError',
    reason: 'unsupported',
    message: 'This passkey cannot protect the wallet. Try another one, or a recovery code.',
  }
  // Who adds one has no other, nor a recovery code perhaps.
  const notHere = {
    name: 'PasskeyError',
    reason: 'passkey_unsupported',
    message: 'This browser or device has no passkeys that can protect the wallet.',
  }
  const both: readonly (readonly [(passkeys: Passkeys) => Promise<unknown>, object])[] = [
    [(passkeys) => passkeys.create(asked), notHere],
    [(passkeys) => passkeys.get({ walletId: 'w', credentialIds: ['AQID'] }), unsupported],
  ]
  test.each<[string, () => unknown]>([
    ['no extension', () => made()],
    ['an extension that says nothing', () => made({})],
    ['an extension that is not enabled', () => made({ enabled: false })],
    ['a secret that is too short', () => made({ results: { first: secret(7, 31) } })],
    ['a secret that is too long', () => made({ results: { first: secret(7, 33) } })],
    ['results without a secret', () => made({ results: { first: undefined } })],
    ['nothing', () => null],
    ['a password', () => ({ id: 'a', type: 'password', rawId: rawId.buffer, getClientExtensionResults: () => ({}) })],
  ])('%s', async (_, answer) => {
    for (const [ask, said] of both) {
      const { get, passkeys } = browser({ create: answer, get: answer })
      expect(await failure(ask(passkeys))).toMatchObject(said)
      expect(get.mock.calls.length).toBeLessThan(2)
    }
  })

  test('one that was made and is not enabled is not asked a second time', async () => {
    const { get, passkeys } = browser({ create: () => made({ enabled: false }), get: () => made({ results: { first: secret() } }) })
    expect(await failure(passkeys.create(asked))).toMatchObject(notHere)
    expect(get).not.toHaveBeenCalled()
  })

  test.each<[string, () => unknown, unknown]>([
    ['NotSupportedError', () => new DOMException('', 'NotSupportedError'), unsupported],
    ['SecurityError', () => new DOMException('', 'SecurityError'), unsupported],
    ['NotAllowedError', () => new DOMException('', 'NotAllowedError'), { reason: 'cancelled', message: 'The passkey was not used.' }],
    ['what is no error', () => 'NotSupportedError', { reason: 'cancelled', message: 'The passkey was not used.' }],
    ['a record that only looks like one', () => ({ name: 'SecurityError' }), { reason: 'cancelled' }],
  ])('a browser that throws %s', async (_, thrown, error) => {
    const answer = () => {
      throw thrown()
    }
    const { passkeys } = browser({ create: answer, get: answer })
    expect(await failure(passkeys.get({ walletId: 'w', credentialIds: ['AQID'] }))).toMatchObject(Object(error))
    const notAdded = error === unsupported ? notHere : { reason: 'passkey_not_added', message: 'No passkey was added.' }
    expect(await failure(passkeys.create(asked))).toMatchObject(Object(notAdded))
  })
})

test('a device that has a passkey of the wallet already is told from one that refuses', async () => {
  const thrown = () => {
    throw new DOMException('', 'InvalidStateError')
  }
  const { passkeys } = browser({ create: thrown, get: thrown })
  expect(await failure(passkeys.create(asked))).toMatchObject({ name: 'PasskeyError', reason: 'passkey_exists' })
  expect(await failure(passkeys.get({ walletId: 'w', credentialIds: ['AQID'] }))).toMatchObject({ reason: 'cancelled' })
})

describe('a site whose Permissions-Policy forbids passkeys', () => {
  /** A page as Chromium has it. */
  const pageWithout = (...forbidden: readonly string[]) => ({
    featurePolicy: { allowsFeature: (feature: string) => !forbidden.includes(feature) },
  })
  const [creating, getting] = ['publickey-credentials-create', 'publickey-credentials-get']

  test('is the reason that the visitor is given, and nothing is asked of the browser', async () => {
    const { create, get } = browser({})
    const credentials = { create, get } as never
    const on = (page: object) => browserPasskeys({ credentials, rpId: 'secure.example', allowed: (feature) => allowedBy(page, feature) })
    const forbidden = { name: 'PasskeyError', reason: 'passkey_forbidden' }
    await expect(on(pageWithout(creating)).create(asked)).rejects.toMatchObject(forbidden)
    await expect(on(pageWithout(getting)).create(asked)).rejects.toMatchObject(forbidden)
    await expect(on(pageWithout(getting)).get({ walletId: 'w', credentialIds: ['AQID'] })).rejects.toMatchObject(forbidden)
    expect([create.mock.calls, get.mock.calls]).toEqual([[], []])
  })

  test('is told what to send, and one that allows them, or whose browser does not tell, is told nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    warnOfForbidden(pageWithout(creating, getting), 'https://secure.example')
    expect(warn.mock.calls).toEqual([
      [
        'Portico: this page keeps its wallet from using passkeys. Send with it: Permissions-Policy: ' +
          'publickey-credentials-create=(self "https://secure.example"), publickey-credentials-get=(self "https://secure.example")',
      ],
    ])
    warn.mockClear()
    warnOfForbidden(pageWithout(), 'https://secure.example')
    warnOfForbidden({}, 'https://secure.example')
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})
