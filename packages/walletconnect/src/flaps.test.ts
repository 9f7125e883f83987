import { expect, test } from 'vitest'
import { createDapp } from './client/createDapp.js'
import { approved, asked, base, dappMetadata, ethereum, memory, until, walletMetadata, WebSocket } from './test/parties.js'
import { startRealRelay } from './test/realRelay.js'
import { createWalletClient } from './wallet/wallet.js'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('R12: over 50 flaps of every connection no request is lost, doubled or stuck, and the session lives', async () => {
  const relay = await startRealRelay()
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const dapp = createDapp({ relayUrl: relay.url, metadata: dappMetadata, WebSocket, storage: memory(), log })
  const wallet = createWalletClient({ relayUrl: relay.url, metadata: walletMetadata, WebSocket, storage: memory(), log })
  const handled: string[] = []
  const heard: unknown[] = []
  const approving = new Promise((resolve) => wallet.on('proposal', ({ id }) => resolve(wallet.approve({ id, namespaces: approved }))))
  wallet.on('request', ({ topic, id, params }) => {
    const [text] = params as readonly [string]
    handled.push(text)
    wallet.respond({ topic, id, result: `signed ${text}` }).catch(() => undefined)
  })
  dapp.on('sessionEvent', ({ data }) => void heard.push(data))
  const { uri, approval } = dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const topic = (await approval).session?.topic ?? ''
  await approving

  const began = Date.now()
  const sent: string[] = []
  const answers: Promise<unknown>[] = []
  const events: Promise<void>[] = []
  for (let flap = 0; flap < 50; flap += 1) {
    for (const part of ['a', 'b']) {
      const text = `${flap}${part}`
      sent.push(text)
      answers.push(dapp.request({ topic, chainId: ethereum, method: 'personal_sign', params: [text] }))
      if (part === 'a') await pause(Math.random() * 15)
    }
    events.push(wallet.emitEvent({ topic, chainId: base, name: 'chainChanged', data: flap }))
    relay.drop()
    await pause(20 + Math.random() * 60)
  }
  expect(await Promise.all(answers)).toEqual(sent.map((text) => `signed ${text}`))
  await Promise.all(events)
  await until(() => heard.length >= 50)
  expect(handled.toSorted()).toEqual(sent.toSorted())
  expect(heard.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 50 }, (_, at) => at))
  await dapp.ping({ topic })
  expect(lines.length).toBeLessThanOrEqual(2 * (Math.ceil((Date.now() - began) / 1000) + 1))
  dapp.close()
  wallet.close()
  await relay.close()
}, 120_000)

test('R12: with nobody at the relay’s address, real sockets cost less than 5 % of a processor, and a log line a second at the most', async () => {
  const relay = await startRealRelay()
  const lines: string[] = []
  const dapp = createDapp({ relayUrl: relay.url, metadata: dappMetadata, WebSocket, log: (line) => void lines.push(line) })
  dapp.connect({ namespaces: asked }).approval.catch(() => undefined)
  await until(() => dapp.relayStatus() === 'open')
  await relay.close()
  await until(() => dapp.relayStatus() === 'waiting')
  await pause(500)
  const [before, began] = [process.cpuUsage(), performance.now()]
  await pause(2_500) // tries follow each other faster here than in all the time after it
  const { user, system } = process.cpuUsage(before)
  const share = (user + system) / 1_000 / (performance.now() - began)
  expect(share).toBeLessThan(0.05)
  expect(lines.length).toBeLessThanOrEqual(4)
  dapp.close()
})
