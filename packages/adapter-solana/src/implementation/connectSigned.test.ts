import { PorticoError } from '@portico/core'
import { within, type Adapter, type ConnectRequest, type SignInOffer } from '@portico/core/kit'
import { reject } from '@portico/testing'
import { createSolanaWallet, hostileSolanaWallets, type HeadlessSolanaWallet } from '@portico/testing/solana'
import { createSiwx, memoryStore } from '@portico/siwx/server'
import { solanaVerifier } from '@portico/siwx/server/solana'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { solana as mainnet, solanaDevnet } from '../networks.js'
import { connectorId, never, testAdapter, wayIn } from '../test/adapter.js'
import { addressOf } from '../test/keys.js'

const origin = 'https://shop.example'
const siwx = createSiwx({ origins: [origin], chains: [mainnet.id], store: memoryStore(), verifiers: { solana: solanaVerifier() } })
const post = (name: string, body?: unknown) =>
  siwx.handler(
    new Request(`${origin}/siwx/${name}`, {
      method: 'POST',
      headers: { origin },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )

/** What the site's server lets sign in with now. */
async function makeOffer(change: Partial<SignInOffer> = {}): Promise<SignInOffer> {
  const { nonce }: { readonly nonce: string } = await (await post('nonce')).json()
  const iso = (offset: number) => new Date(Date.now() + offset).toISOString()
  return {
    domain: 'shop.example',
    uri: `${origin}/login`,
    statement: 'Sign in to the shop.',
    nonce,
    issuedAt: iso(0),
    expirationTime: iso(3_600_000),
    chains: [mainnet.id],
    ...change,
  }
}

const offer = () => makeOffer()

let adapter: Adapter
let stop: () => void
beforeEach(async () => {
  ;({ adapter, stop } = await testAdapter({ networks: [mainnet, solanaDevnet], rpcUrls: { [mainnet.id]: 'http://127.0.0.1:1' } }))
})
afterEach(() => stop())

const walletOf = (options: Parameters<typeof createSolanaWallet>[0] = {}) =>
  createSolanaWallet({ origin, accounts: 2, chains: { 'solana:mainnet': 'http://127.0.0.1:1' }, ...options })
const connect = (wallet: unknown, signIn?: ConnectRequest['signIn'], signal = never()) =>
  adapter.connect({ connector: wayIn(wallet), signal, ...(signIn && { signIn }) })
/** What the person behind the wallet was asked. */
const asked = ({ log }: HeadlessSolanaWallet) => log.map(({ method }) => method)
const plain = { features: ['standard:connect', 'standard:disconnect', 'solana:signMessage'] as const }

describe('connecting and signing in', () => {
  test('is one question, and the server accepts what was signed', async () => {
    const wallet = walletOf()
    const signIn = vi.fn(offer)
    const { addresses, networkId, signedIn = [] } = await connect(wallet.wallet, signIn)
    expect([addresses, networkId]).toEqual([[addressOf(0)], mainnet.id])
    expect(asked(wallet)).toEqual(['solana:signIn'])
    expect(signIn).toHaveBeenCalledExactlyOnceWith(['solana'])
    const answer = await post('verify', signedIn)
    expect([answer.status, await answer.json()]).toMatchObject([200, { sessions: [{ account: `${mainnet.id}:${addressOf(0)}` }] }])
    // The wallet is connected by it: it signs what it is asked.
    await expect(
      adapter.signMessage({ connectorId, address: addressOf(0), networkId: mainnet.id, message: 'hello' }),
    ).resolves.toBeDefined()
  })

  test('is two questions at most with a wallet that cannot, and then the site is not asked for anything to sign', async () => {
    const wallet = walletOf(plain)
    const signIn = vi.fn(offer)
    const grant = await connect(wallet.wallet, signIn)
    expect(grant).not.toHaveProperty('signedIn')
    expect(signIn).not.toHaveBeenCalled()
    await adapter.signMessage({ connectorId, address: addressOf(0), networkId: mainnet.id, message: 'hello' })
    expect(asked(wallet)).toEqual(['standard:connect', 'solana:signMessage'])
  })

  test('is connecting alone where the site does not want more, has nothing to sign now, does not answer, or signs in elsewhere', async () => {
    vi.useFakeTimers()
    try {
      for (const signIn of [
        undefined,
        () => Promise.resolve(undefined),
        () => Promise.reject(new Error('away')),
        () => new Promise<never>(() => undefined),
        () => makeOffer({ chains: ['eip155:1'] }),
      ]) {
        const wallet = walletOf()
        const connecting = connect(wallet.wallet, signIn)
        await vi.advanceTimersByTimeAsync(5_001)
        expect(await connecting).not.toHaveProperty('signedIn')
        expect(asked(wallet)).toEqual(['standard:connect'])
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('is declined as one: nothing else is asked then', async () => {
    const wallet = walletOf()
    wallet.script('solana:signIn', reject())
    await expect(connect(wallet.wallet, offer)).rejects.toMatchObject({ name: 'UserRejectedError' })
    expect(asked(wallet)).toEqual(['solana:signIn'])
  })

  test('is connecting alone where the wallet has the feature and fails by it, as for an account on a device', async () => {
    const wallet = walletOf()
    wallet.script('solana:signIn', reject(-32601, 'This account cannot sign in.'))
    expect(await connect(wallet.wallet, offer)).not.toHaveProperty('signedIn')
    expect(asked(wallet)).toEqual(['solana:signIn', 'standard:connect'])
  })

  test('asks the wallet for nothing once the visitor has turned away, while the site still thinks', async () => {
    const wallet = walletOf()
    const abort = new AbortController()
    let answer: ((offer: SignInOffer) => void) | undefined
    const connecting = connect(wallet.wallet, () => new Promise((resolve) => (answer = resolve)), abort.signal)
    await vi.waitFor(() => expect(answer).toBeDefined())
    abort.abort()
    await expect(connecting).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    answer?.(await makeOffer())
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(asked(wallet)).toEqual([])
  })

  test('names a network that is not public by its whole id', async () => {
    stop()
    const local = { ...mainnet, id: 'solana:localnet' } as const
    ;({ adapter, stop } = await testAdapter({ networks: [local] }))
    const wallet = walletOf({ chains: { 'solana:localnet': 'http://127.0.0.1:1' } })
    const { signedIn } = await connect(wallet.wallet, () => makeOffer({ chains: [local.id] }))
    expect(signedIn).toMatchObject([{ networkId: local.id }])
    expect(signedIn?.[0]?.message).toContain('\nChain ID: solana:localnet\n')
  })
})

const changes: readonly Readonly<Record<string, unknown>>[] = [
  { domain: 'bank.example' },
  { uri: 'https://bank.example' },
  { uri: `${origin}/login/` },
  { statement: 'Sign in to the bank.' },
  { statement: undefined },
  { nonce: 'd41d8cd98f00b204' },
  { chainId: 'devnet' },
  { chainId: undefined },
  { issuedAt: '2020-01-01T00:00:00.000Z' },
  { expirationTime: '2999-01-01T00:00:00.000Z' },
  { expirationTime: undefined },
  { notBefore: '2020-01-01T00:00:00.000Z' },
  { requestId: '1' },
  { resources: ['https://bank.example'] },
  { version: undefined },
]

test('S22: of what a wallet signed in the place of what was asked, nothing is taken for a sign-in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...changes], { minLength: 1, maxLength: 3 }), async (altered) => {
      const wallet = walletOf()
      const { features } = wallet.wallet
      const subject = features['solana:signIn'] as { readonly signIn: (input: object) => Promise<unknown> }
      const signIn = (input: object) => subject.signIn(Object.assign({}, input, ...altered))
      const liar = {
        ...wallet.wallet,
        get accounts() {
          return wallet.wallet.accounts
        },
        features: { ...features, 'solana:signIn': { version: '1.0.0', signIn } },
      }
      const { addresses, signedIn } = await connect(liar, offer)
      expect([addresses, signedIn]).toEqual([[addressOf(0)], undefined])
    }),
    { numRuns: 200 },
  )
})

test.each(hostileSolanaWallets.map((hostile) => [hostile.name, hostile] as const))(
  'R1, R2: a wallet that %s gets no sign-in taken that the server would refuse',
  async (_, hostile) => {
    const { wallet } = hostile.apply(walletOf())
    const abort = new AbortController()
    const connecting = connect(wallet, offer, abort.signal).catch((error: unknown) => error)
    const outcome = await within(connecting, 300)
    abort.abort()
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(PorticoError)
    const signedIn = outcome instanceof Error ? undefined : (outcome as Awaited<ReturnType<Adapter['connect']>> | undefined)?.signedIn
    if (signedIn) expect((await post('verify', signedIn)).status).toBe(200)
    await connecting
  },
)
