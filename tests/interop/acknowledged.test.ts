import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createProcesses } from '../../apps/relay/src/test/process.js'
import { base } from './asked.js'
import { porticoDapp } from './porticoDapp.js'
import { until, within } from './until.js'
import { walletkitWallet } from './walletkitWallet.js'

// The official wallet forgets an answer that comes before the relay's word that the question was taken, and then waits for
// minutes. The relay runs as a process of its own, on a disk: while it waits for that, the site has time to answer.

const processes = createProcesses()
const folder = mkdtempSync(join(tmpdir(), 'portico-interop-'))
afterAll(async () => {
  await processes.stop()
  await rm(folder, { recursive: true, force: true })
})

test('R12: walletkit hears each time that a quick site has taken its update', { timeout: 240_000 }, async () => {
  const { url: relayUrl } = await processes.start({ PORTICO_RELAY_DATABASE: join(folder, 'relay.db') })
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const environment = { relayUrl, nodeUrl: '', WebSocket, storage, drop: async () => undefined, published: async () => 0 }
  const [dapp, wallet] = await Promise.all([porticoDapp(environment), walletkitWallet(environment)])
  const { uri, approval } = await dapp.connect()
  await wallet.scan(uri)
  const { topic } = await approval
  await until(() => wallet.sessions().length > 0, 'the wallet has the session')
  const outcomes: string[] = []
  for (let round = 0; round < 20; round++) {
    // Takes a chain away and gives it back.
    const updated = within(20_000, `update ${round}`, wallet.dropChain(topic, round % 2 ? 'none' : base))
    outcomes.push(await updated.then(() => 'heard', String))
  }
  await Promise.all([dapp.close(), wallet.close()])
  expect(outcomes).toEqual(outcomes.map(() => 'heard'))
})
