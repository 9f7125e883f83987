import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../packages/service/src/test/freePort.js'
import { createProcesses } from '../../apps/relay/src/test/process.js'
import { base } from './asked.js'
import { porticoDapp } from './porticoDapp.js'
import { until, within } from './until.js'
import { walletkitWallet } from './walletkitWallet.js'
import { type Frame, tapWire, updatesOn, wrongOnTheWire } from './wire.js'

// The official wallet forgets an answer that comes before the relay's word that the question was taken, and then waits for minutes. The
// relay runs as a process of its own, on a disk: while it waits for that, the site has time to answer. Now and then the wallet forgets
// one that came in order, too, where both came at once: which of the two it was is read from the wire.

const processes = createProcesses()
const folder = mkdtempSync(join(tmpdir(), 'portico-interop-'))
afterAll(async () => {
  await processes.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Milliseconds after which the official wallet has forgotten an answer: it would wait for minutes. On the wire an answer takes a few. */
const forgotten = 5000

test('R12: a quick site’s answer to each update reaches walletkit after the relay’s word that it was taken', {
  timeout: 150_000,
}, async () => {
  const [relayPort, tapPort] = [await freePort(), await freePort()]
  const direct = `ws://127.0.0.1:${relayPort}`
  const wire = await tapWire(tapPort, direct)
  await processes.start({
    PORTICO_RELAY_PORT: String(relayPort),
    PORTICO_RELAY_PUBLIC_URLS: `${direct},${wire.url}`,
    PORTICO_RELAY_DATABASE: join(folder, 'relay.db'),
  })
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const at = (relayUrl: string) => ({ relayUrl, nodeUrl: '', WebSocket, storage, drop: async () => undefined, published: async () => 0 })
  const [dapp, wallet] = await Promise.all([porticoDapp(at(direct)), walletkitWallet(at(wire.url))])
  const { uri, approval } = await dapp.connect()
  await wallet.scan(uri)
  const { topic } = await approval
  await until(() => wallet.sessions().length > 0, 'the wallet has the session')
  const outcomes: string[] = []
  for (let round = 0; round < 20; round++) {
    // Takes a chain away and gives it back.
    const updated = within(forgotten, `update ${round}`, wallet.dropChain(topic, round % 2 ? 'none' : base))
    outcomes.push(await updated.then(() => 'heard', String))
    if (wrongOnTheWire(wire.frames).length > 0) break // it is known whose fault it is
  }
  await Promise.all([dapp.close(), wallet.close()])
  await wire.close()
  expect(wrongOnTheWire(wire.frames)).toEqual([])
  expect(updatesOn(wire.frames)).toHaveLength(20)
  // Of twenty it forgot nine where six programs shared two cores: how many is no promise of the relay's.
  expect(outcomes.filter((outcome) => outcome === 'heard').length).toBeGreaterThanOrEqual(5)
})

test('what is wrong on the wire is told: no word of the relay, no answer, and an answer before the word', () => {
  const update = (id: number): Frame => ({ from: 'client', id, method: 'irn_publish', params: { tag: 1104, message: `update ${id}` } })
  const word = (id: number): Frame => ({ from: 'relay', id, result: true })
  const answer = (id: number): Frame => ({
    from: 'relay',
    id: id + 100,
    method: 'irn_subscription',
    params: { data: { tag: 1105, message: `answer ${id}` } },
  })
  expect(wrongOnTheWire([update(1), word(1), answer(1), update(2), update(2), word(2), answer(2), answer(2)])).toEqual([])
  expect(wrongOnTheWire([update(1), answer(1), word(1)])).toEqual(['update 0: its answer came before the relay’s word'])
  expect(wrongOnTheWire([update(1), word(1)])).toEqual(['update 0: no answer of the site came'])
  expect(wrongOnTheWire([update(1), word(1), answer(1), update(2), answer(2)])).toEqual(['update 1: the relay never said that it has it'])
})
