import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '@portico/relay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ethereum, evmAddress } from './asked.js'
import { headlessWallet } from './headlessWallet.js'
import { porticoDapp } from './porticoDapp.js'
import type { Environment, Wallet } from './types.js'
import { walletkitWallet } from './walletkitWallet.js'

// The table "What connects over what" of docs/walletconnect.md. Two relays of Portico's stand for a site's own and for the hosted one.

const folder = mkdtempSync(join(tmpdir(), 'portico-relays-'))
const startRelay = (name: string) => createRelay({ port: 0, quiet: true, drainMs: 200, storage: { sqlite: join(folder, `${name}.db`) } })
const relays = { own: startRelay('own'), hosted: startRelay('hosted') }

beforeAll(async () => {
  process.env['DISABLE_GLOBAL_CORE'] = 'true' // several official clients in one process
  await Promise.all([relays.own.ready, relays.hosted.ready])
})
afterAll(async () => {
  await Promise.all([relays.own.stop(), relays.hosted.stop()])
  await rm(folder, { recursive: true, force: true })
})

const sites = {
  'its own relay': () => relays.own.url,
  'the hosted relay': () => relays.hosted.url,
  both: () => [relays.own.url, relays.hosted.url],
}
const wallets: Readonly<Record<string, (environment: Environment) => Promise<Wallet>>> = {
  walletkit: walletkitWallet,
  Portico: headlessWallet,
}
/** How long nothing has to come before it counts as nothing, in milliseconds. Where they meet, they have after 0.2 s. */
const patience = 1500

describe.each([
  ['its own relay', 'own', true],
  ['its own relay', 'hosted', false],
  ['the hosted relay', 'own', false],
  ['the hosted relay', 'hosted', true],
  ['both', 'own', true],
  ['both', 'hosted', true],
] as const)('R12, S45: a site with %s and a wallet that listens on the %s one', (site, listens, connects) => {
  test.concurrent.each(Object.keys(wallets))(`of %s's kit: ${connects ? 'connect' : 'do not meet'}`, async (kit) => {
    const items = new Map<string, string>()
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
    const common = { nodeUrl: 'http://127.0.0.1:1', WebSocket, storage, drop: async () => {}, published: async () => 0 }
    const dapp = await porticoDapp({ ...common, relayUrl: relays.own.url }, { relayUrl: sites[site](), projectId: 'portico' })
    const startWallet = wallets[kit]
    const wallet = await startWallet?.({
      ...common,
      relayUrl: relays[listens].url,
      storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    })
    if (!wallet) throw new Error(`There is no wallet of ${kit}.`)
    try {
      const { uri, approval } = await dapp.connect()
      approval.catch(() => undefined)
      // The official one waits for a proposal here, and says so when none comes.
      wallet.scan(uri).catch(() => undefined)
      const late = new Promise((resolve) => setTimeout(resolve, connects ? 20_000 : patience, undefined))
      const met = await Promise.race([approval, late.then(() => undefined)])
      expect(met !== undefined).toBe(connects)
      if (!met) return
      const params = ['0x68656c6c6f', evmAddress]
      expect(await dapp.request({ topic: met.topic, chainId: ethereum, method: 'personal_sign', params })).toMatch(/^0x/)
    } finally {
      await Promise.all([dapp.close(), wallet.close()])
    }
  })
})
