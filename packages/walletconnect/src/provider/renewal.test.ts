import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import { uriLifetime } from '../client/propose.js'
import type { Approval } from '../client/types.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, authentication, dappMetadata, walletMetadata } from '../test/parties.js'
import { createWalletClient } from '../wallet/wallet.js'
import { createUniversalProvider, type UniversalProvider } from './universal.js'

const relayUrl = 'ws://127.0.0.1:1'
// Both are fetched while something waits for them, which takes real time.
await Promise.all([import('../crypto/portable.js'), import('../peer/mail.js')])

const closing: (() => void)[] = []
beforeEach(() => {
  // WebCrypto works in threads, in its own time: without it, everything here waits for timers and promises alone.
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = async (ms = 0) => {
  await vi.advanceTimersByTimeAsync(ms)
  // Sealing takes turns of its own, and code that comes when it is needed takes the time that it takes.
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 25; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(0)
  }
}
const lifetime = uriLifetime * 1_000

/** A site that shows a code, in a page that can be put away and taken up again. */
function setUp({
  thinks = 0,
  signIn,
}: {
  /** How long the wallet's owner thinks, in milliseconds. */
  readonly thinks?: number
  readonly signIn?: NonNullable<Parameters<UniversalProvider['connect']>[0]>['signIn']
} = {}) {
  const relay = createMemoryRelay()
  const page = new EventTarget()
  const show = (visibilityState: 'visible' | 'hidden', type = 'visibilitychange') => {
    vi.stubGlobal('document', { visibilityState })
    page.dispatchEvent(new Event(type))
  }
  show('visible')
  const dapp = createDapp({ relayUrl, metadata: dappMetadata, WebSocket: relay.WebSocket, page })
  const provider = createUniversalProvider({ dapp, chains: [], namespaces: asked, page })
  const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket: relay.WebSocket, page: new EventTarget() })
  closing.push(
    () => dapp.close(),
    () => wallet.close(),
  )
  wallet.on('proposal', ({ id }) => void setTimeout(() => wallet.approve({ id, namespaces: approved }).catch(() => undefined), thinks))
  const uris: string[] = []
  const abort = new AbortController()
  let outcome: Approval | Error | undefined
  provider.connect({ signal: abort.signal, signIn, onUri: ({ uri }) => void uris.push(uri) }).then(
    (approval) => (outcome = approval),
    (error: Error) => (outcome = error),
  )
  return { relay, dapp, provider, wallet, uris, abort, show, outcome: () => outcome }
}

describe('R13: an expired code', () => {
  test('is renewed in the open view, and one that was scanned before still counts', async () => {
    const { uris, wallet, outcome } = setUp()
    await settle(lifetime + 1_000)
    expect([uris.length, new Set(uris).size]).toEqual([2, 2])
    wallet.pair({ uri: uris[1] ?? '' })
    await settle(100)
    expect(outcome()).toMatchObject({ session: { peer: { name: 'Example Wallet' } } })
    await settle(10 * lifetime)
    expect([uris.length, vi.getTimerCount() < 10]).toEqual([2, true])
  })

  test('that was scanned in its last moment is answered after its successor is shown', async () => {
    const { uris, wallet, outcome } = setUp({ thinks: 30_000 })
    await settle(lifetime - 5_000)
    wallet.pair({ uri: uris[0] ?? '' })
    await settle(20_000)
    expect([uris.length, outcome()]).toEqual([2, undefined])
    await settle(11_000)
    expect(outcome()).toMatchObject({ session: { peer: { name: 'Example Wallet' } } })
  })

  test('is renewed three times in a row and no more; then the attempt fails, and a new one begins anew', async () => {
    const { uris, outcome, dapp, provider } = setUp()
    await settle(4 * lifetime + 1_000)
    expect([uris.length, outcome()]).toEqual([4, undefined])
    await settle(61_000) // a wallet that scanned the last one has had its minute
    expect([uris.length, outcome()]).toMatchObject([4, { name: 'ProposalExpiredError' }])
    await settle(60_000)
    expect([dapp.isWaiting(), dapp.relayStatus(), vi.getTimerCount()]).toEqual([false, 'idle', 0])
    const again: string[] = []
    provider.connect({ onUri: ({ uri }) => void again.push(uri) }).catch(() => undefined)
    await settle(4 * lifetime + 1_000)
    expect(again).toHaveLength(4)
  })

  test('is renewed for as long as somebody is there', async () => {
    const { uris, outcome, provider } = setUp()
    for (let round = 0; round < 4; round += 1) {
      await settle(3 * lifetime)
      provider.stay()
    }
    expect(outcome()).toBeUndefined()
    expect(new Set(uris).size).toBeGreaterThanOrEqual(12)
  })

  test('that was not renewed any more is replaced at once when somebody asks for it in time', async () => {
    const { uris, provider, outcome } = setUp()
    await settle(4 * lifetime + 10_000)
    provider.stay()
    expect([uris.length, new Set(uris).size]).toEqual([5, 5])
    await settle(60_000)
    expect(outcome()).toBeUndefined()
  })

  test.each(['visibilitychange', 'pageshow'])(
    'is not renewed while the page is hidden, for an hour, and at once when it is back (%s)',
    async (type) => {
      const { uris, show, outcome, dapp, wallet } = setUp()
      show('hidden')
      await settle(3_600_000)
      expect([uris.length, outcome(), dapp.isWaiting(), dapp.relayStatus()]).toEqual([1, undefined, false, 'idle'])
      show('visible', type)
      expect(uris).toHaveLength(2)
      show('visible', 'visibilitychange')
      show('visible', 'pageshow')
      expect(uris).toHaveLength(2)
      wallet.pair({ uri: uris[1] ?? '' })
      await settle(100)
      expect(outcome()).toMatchObject({ session: { peer: { name: 'Example Wallet' } } })
    },
  )

  test('of a page that came back counts from the start', async () => {
    const { uris, show, outcome } = setUp()
    await settle(3 * lifetime + 1_000)
    show('hidden')
    show('visible')
    await settle(3 * lifetime)
    expect([uris.length, outcome()]).toEqual([7, undefined])
  })

  test('to sign in with as well has a nonce of its own each time, and where there is none now it is for connecting alone', async () => {
    let count = 0
    const { uris } = setUp({
      signIn: async () => {
        count += 1
        if (count === 3) throw new Error('The site is away.')
        return count === 4 ? undefined : { ...authentication(), nonce: `d41d8cd98f00b20${count}` }
      },
    })
    await settle(3 * lifetime + 1_000)
    expect(count).toBe(4)
    expect(uris.map((uri) => uri.includes('wc_sessionAuthenticate'))).toEqual([true, true, false, false])
    expect(new Set(uris).size).toBe(4)
  })

  test('R1: to sign in with as well is turned away from at once, while the site still thinks', async () => {
    const { uris, abort, outcome } = setUp({ signIn: () => new Promise(() => undefined) })
    await settle(10)
    abort.abort()
    await settle(0)
    expect([outcome(), uris.length, vi.getTimerCount()]).toMatchObject([{ message: 'Request was aborted' }, 0, 0])
  })

  test('R1: of a visitor who turned away is never renewed, and nothing waits', async () => {
    const { uris, abort, show, outcome, provider } = setUp()
    show('hidden')
    await settle(lifetime + 1_000)
    abort.abort()
    await settle(0)
    expect(outcome()).toMatchObject({ message: 'Request was aborted' })
    show('visible')
    provider.stay()
    await settle(lifetime)
    expect([uris.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})
