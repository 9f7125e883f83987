import fc from 'fast-check'
import { fakeAdapter, fakeConnector, memoryStorage, testPortico } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import type { NetworkId } from '../../kit/caip/ids.js'
import { goLive } from '../../portico/live.js'
import { networkStore } from '../network/store.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { parseSavedState } from '../../storage/savedState.js'
import { whenSaved } from '../../storage/updateSavedState.js'
import { mount } from '../../portico/mount.js'
import { stubPage } from '../../portico/page.test.helper.js'
import type { Portico } from '../../portico/createPortico.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { connectionsIn, connectionStore } from './store.js'

const wallets = ['com.harbor', 'io.lantern', 'org.tide'] as const
const connectors = wallets.map((id) => fakeConnector({ id, rdns: id, name: id }))
const key = '@portico/portico/state'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function flush() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

/** One browser: storage that tells the other tab, Web Locks that are granted one at a time, and wallets that know who they let in. */
async function openBrowser() {
  const storage = memoryStorage()
  const queue: (() => void)[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, use: () => void) =>
        new Promise<void>((resolve) =>
          queue.push(() => {
            expect(name).toBe(key)
            use()
            resolve()
          }),
        ),
    },
  })
  /** Wallets that let the site in, by the tab that asked last: what the truth is. */
  const tabs: { portico: Portico; news: number; storage: (key: string | null) => void; unmount: () => void }[] = []
  const openTab = async () => {
    const page = stubPage()
    const own = {
      ...storage,
      setItem: (name: string, value: string) => {
        if (storage.getItem(name) !== value && name === key) for (const tab of tabs) if (tab !== me) tab.news += 1
        storage.setItem(name, value)
      },
    }
    const adapter = fakeAdapter({ connectors })
    // Two tabs are two pages: each has its own global scope, which the registry of mounted porticos would otherwise tell.
    Reflect.deleteProperty(globalThis, Symbol.for('portico.mounted'))
    const portico = testPortico({ adapters: [adapter], storage: own })
    const unmount = mount(portico)
    await goLive(portico)
    const me = { portico, news: 0, storage: page.storage, unmount }
    tabs.push(me)
  }
  await openTab()
  await openTab()
  const deliver = async (tab: number) => {
    const one = tabs[tab]
    if (!one || one.news === 0) return
    one.news -= 1
    one.storage(key)
    await flush()
  }
  const grantLock = async () => {
    queue.shift()?.()
    await flush()
  }
  return { storage, queue, tabs, deliver, grantLock }
}

type Step =
  | { readonly do: 'connect' | 'disconnect'; readonly tab: number; readonly wallet: string }
  | { readonly do: 'switch'; readonly tab: number; readonly networkId: NetworkId }
  | { readonly do: 'deliver'; readonly tab: number }
  | { readonly do: 'lock' }

const tab = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), tab, wallet: fc.constantFrom(...wallets) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('disconnect' as const), tab, wallet: fc.constantFrom(...wallets) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('switch' as const),
      tab,
      networkId: fc.constantFrom<NetworkId>('eip155:1', 'eip155:10', 'eip155:8453'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), tab }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'lock' }) },
)

const idsIn = (portico: Portico) =>
  connectionsIn(connectionStore(portico).getState(), 'eip155').connections.map(({ connector }) => connector.id)

test('R15: over 1,000 interleavings of two tabs no update is lost, and both come to show what was written', async () => {
  let updates = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }), async (steps) => {
      const { storage, queue, tabs, deliver, grantLock } = await openBrowser()
      /** Each tab's changes, in the order in which their locks are granted: the order of truth. */
      const written: { readonly wallet: string; readonly there: boolean }[] = []
      const saved = () => parseSavedState(storage.getItem(key)).connections.eip155?.map(({ connector }) => connector.id) ?? []
      const noteWhenGranted = (from: number, wallet: string, there: boolean) => {
        for (let at = from; at < queue.length; at += 1) {
          const write = queue[at]
          if (write)
            queue[at] = () => {
              write()
              written.push({ wallet, there })
            }
        }
      }
      try {
        for (const one of steps) {
          const portico = 'tab' in one ? tabs[one.tab]?.portico : undefined
          const waiting = queue.length
          if (one.do === 'lock') await grantLock()
          else if (one.do === 'deliver') await deliver(one.tab)
          else if (!portico) throw new Error('there are two tabs')
          else if (one.do === 'connect') {
            await connect(portico, { connectorId: one.wallet })
            noteWhenGranted(waiting, one.wallet, true)
          } else if (one.do === 'disconnect' && idsIn(portico).includes(one.wallet)) {
            await disconnect(portico, { connectorId: one.wallet })
            noteWhenGranted(waiting, one.wallet, false)
          } else if (one.do === 'switch') await switchNetwork(portico, { networkId: one.networkId })
        }
        while (queue.length || tabs.some(({ news }) => news)) {
          await grantLock()
          await deliver(0)
          await deliver(1)
        }
        for (const wallet of wallets) {
          const last = written.findLast((write) => write.wallet === wallet)
          expect(saved().includes(wallet)).toBe(last?.there ?? false)
        }
        for (const { portico } of tabs) expect(idsIn(portico)).toEqual(saved())
        if (!saved().length) {
          const chosen = parseSavedState(storage.getItem(key)).networks.eip155 ?? 'eip155:1'
          for (const { portico } of tabs) expect(networkStore(portico).getState().byNamespace.eip155?.active.id).toBe(chosen)
        }
        updates += written.length
      } finally {
        for (const { unmount } of tabs) unmount()
      }
    }),
    { numRuns: 1000 },
  )
  recordPromise({ id: 'R15', name: 'interleavings of two tabs', runs: 1_000, accepted: 0 })
  expect(updates).toBeGreaterThan(2000)
})

test('R15: when the active wallet leaves, the next one is the same in both tabs', async () => {
  const { storage, tabs, queue, deliver, grantLock } = await openBrowser()
  const [one, other] = tabs
  if (!one || !other) throw new Error('there are two tabs')
  const settle = async () => {
    while (queue.length || tabs.some(({ news }) => news)) {
      await grantLock()
      await deliver(0)
      await deliver(1)
    }
  }
  await connect(one.portico, { connectorId: 'com.harbor' })
  await grantLock()
  await connect(other.portico, { connectorId: 'org.tide' })
  await grantLock()
  await connect(one.portico, { connectorId: 'io.lantern' })
  await settle()
  await disconnect(one.portico, { connectorId: 'io.lantern' })
  await settle()
  const saved = parseSavedState(storage.getItem(key)).connections.eip155?.map(({ connector }) => connector.id)
  expect(saved).toEqual(['org.tide', 'com.harbor'])
  for (const { portico, unmount } of tabs) {
    expect(idsIn(portico)).toEqual(saved)
    unmount()
  }
})

test('R15: what this tab has not written yet is not undone by news of another one', async () => {
  const { tabs, queue, deliver, grantLock } = await openBrowser()
  const [one, other] = tabs
  if (!one || !other) throw new Error('there are two tabs')
  await connect(other.portico, { connectorId: 'io.lantern' })
  await grantLock()
  await grantLock()
  await connect(one.portico, { connectorId: 'com.harbor' })
  expect(queue.length).toBeGreaterThan(0)
  await deliver(0)
  expect(idsIn(one.portico)).toEqual(['com.harbor'])
  while (queue.length) await grantLock()
  expect([...idsIn(one.portico)].sort()).toEqual(['com.harbor', 'io.lantern'])
  for (const { unmount } of tabs) unmount()
})

test('R14: locks that are refused, as in a sandboxed frame, do not keep anything from being written', async () => {
  const storage = memoryStorage()
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } })
  const portico = testPortico({ adapters: [fakeAdapter({ connectors })], storage })
  await switchNetwork(portico, { networkId: 'eip155:10' })
  await flush()
  expect(parseSavedState(storage.getItem(key)).networks.eip155).toBe('eip155:10')
  const use = vi.fn()
  whenSaved(portico, use)
  expect(use).toHaveBeenCalledOnce()
})
