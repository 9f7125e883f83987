import { expect, test } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import type { Dapp } from '../client/types.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, dappMetadata, ethereum, walletMetadata } from '../test/parties.js'
import type { WalletClient } from '../wallet/types.js'
import { createWalletClient } from '../wallet/wallet.js'
import { agreedLink, readLink } from './link.js'

const relayUrl = 'ws://127.0.0.1:1'
const universal = { dapp: 'https://shop.example/wc', wallet: 'https://wallet.example/wc' }
const withLink = <M extends object>(metadata: M, link: string) => ({ ...metadata, redirect: { universal: link, linkMode: true } })

test('where both sides declare link mode, requests and answers travel in universal links, and not over the relay', async () => {
  const relay = createMemoryRelay()
  const { WebSocket } = relay
  const opened: string[] = []
  const parties: { dapp?: Dapp; wallet?: WalletClient } = {}
  const dapp = createDapp({
    relayUrl,
    metadata: withLink(dappMetadata, universal.dapp),
    WebSocket,
    openLink: (url) => void (opened.push(url), parties.wallet?.receiveLink(url)),
  })
  const wallet = createWalletClient({
    relayUrl,
    metadata: withLink(walletMetadata, universal.wallet),
    WebSocket,
    openLink: (url) => void (opened.push(url), parties.dapp?.receiveLink(url)),
  })
  Object.assign(parties, { dapp, wallet })
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces: approved }).catch(() => undefined))
  wallet.on('request', ({ topic, id, method }) => void wallet.respond({ topic, id, result: `did ${method}` }))
  const { uri, approval } = dapp.connect({ namespaces: asked })
  wallet.pair({ uri })
  const { session } = await approval
  expect(session?.link).toBe(universal.wallet)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const before = relay.published.length
  opened.length = 0
  await expect(dapp.request({ topic: session?.topic ?? '', chainId: ethereum, method: 'personal_sign', params: [] })).resolves.toBe(
    'did personal_sign',
  )
  expect(relay.published).toHaveLength(before)
  expect(opened.map((url) => url.split('?')[0])).toEqual([universal.wallet, universal.dapp])
  dapp.close()
  wallet.close()
})

test('where one side does not, nothing does', () => {
  const plain = { ...dappMetadata }
  expect(agreedLink(plain, withLink(dappMetadata, universal.wallet))).toBeUndefined()
  expect(agreedLink(withLink(dappMetadata, universal.dapp), { ...plain, redirect: { universal: universal.wallet } })).toBeUndefined()
  expect(agreedLink(withLink(dappMetadata, universal.dapp), withLink(dappMetadata, 'javascript:alert(1)'))).toBeUndefined()
})

test.each(['', 'x', 'https://shop.example', 'https://shop.example?topic=1&wc_ev=2', 'javascript:1'])(
  'the link %j is no message',
  (link) => {
    expect(readLink(link)).toBeUndefined()
  },
)
