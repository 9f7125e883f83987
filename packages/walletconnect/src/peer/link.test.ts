import { UserRejectedError } from '@portico/core'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import type { Dapp } from '../client/types.js'
import { randomKey } from '../crypto/agreement.js'
import { readPlain, writePlain } from '../crypto/plain.js'
import { createMemoryRelay } from '../test/memoryRelay.js'
import { approved, asked, authentication, dappMetadata, ethereum, testKey, walletMetadata } from '../test/parties.js'
import type { WalletClient } from '../wallet/types.js'
import type { WalletAuthentication } from '../wallet/waiting.js'
import { createWalletClient } from '../wallet/wallet.js'
import { agreedLink, linkUrl, readLink } from './link.js'

const relayUrl = 'ws://127.0.0.1:1'
const universal = { dapp: 'https://shop.example/wc', wallet: 'https://wallet.example/wc' }
const withLink = <M extends object>(metadata: M, link: string) => ({ ...metadata, redirect: { universal: link, linkMode: true } })

/** A site and a wallet in link mode, whose links lead to each other. */
function inLinkMode({ walletTakesLinks = true } = {}) {
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
    metadata: walletTakesLinks ? withLink(walletMetadata, universal.wallet) : walletMetadata,
    WebSocket,
    openLink: (url) => void (opened.push(url), parties.dapp?.receiveLink(url)),
  })
  Object.assign(parties, { dapp, wallet })
  const close = () => (dapp.close(), wallet.close())
  return { relay, opened, dapp, wallet, close }
}
const account = privateKeyToAccount(testKey)

test('where both sides declare link mode, requests and answers travel in universal links, and not over the relay', async () => {
  const { relay, opened, dapp, wallet, close } = inLinkMode()
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
  close()
})

test('a wallet is asked to sign in by link alone, in the clear, and what it answers is sealed', async () => {
  const { relay, opened, dapp, wallet, close } = inLinkMode()
  const seen: WalletAuthentication[] = []
  wallet.on('authentication', (one) => {
    seen.push(one)
    const message = wallet.authMessage({ id: one.id, account: `${ethereum}:${account.address}` })
    void account
      .signMessage({ message })
      .then((signature) =>
        wallet.approveAuthentication({ id: one.id, signatures: [{ account: `${ethereum}:${account.address}`, signature }] }),
      )
  })
  const { approval } = dapp.connect({ namespaces: asked, authenticate: authentication(), walletLink: universal.wallet })
  const { session, cacaos } = await approval
  expect([session?.link, cacaos?.length]).toEqual([universal.wallet, 1])
  expect(seen.map(({ requester }) => requester.name)).toEqual([dappMetadata.name])
  const [question = '', answer = ''] = opened
  expect(opened.map((url) => url.split('?')[0])).toEqual([universal.wallet, universal.dapp])
  expect(readPlain(readLink(question)?.message)).toMatch(/"method":"wc_sessionAuthenticate"/)
  expect(readPlain(readLink(answer)?.message)).toBeUndefined()
  expect(relay.published.map(({ tag }) => tag).filter((tag) => tag !== 1116 && tag !== 1100)).toEqual([]) // no answer went over it
  wallet.receiveLink(question) // handed over once more
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(seen).toHaveLength(1)
  close()
})

test('a wallet that is asked by link and takes none back answers over the relay', async () => {
  const { relay, dapp, wallet, close } = inLinkMode({ walletTakesLinks: false })
  wallet.on('authentication', ({ id }) => void wallet.rejectAuthentication({ id }))
  const { approval } = dapp.connect({ namespaces: asked, authenticate: authentication(), walletLink: universal.wallet })
  await expect(approval).rejects.toThrow(UserRejectedError)
  expect(relay.published.map(({ tag }) => tag)).toContain(1118)
  close()
})

test('S37: in the clear nothing but a request to be signed in is taken, in a link alone, and by wallets alone', async () => {
  const { relay, dapp, wallet, close } = inLinkMode()
  const heard: string[] = []
  wallet.on('authentication', () => heard.push('authentication'))
  wallet.on('proposal', () => heard.push('proposal'))
  const { uri, approval } = dapp.connect({ namespaces: asked })
  approval.catch(() => undefined)
  const { topic } = wallet.pair({ uri })
  await vi.waitFor(() => expect(heard).toEqual(['proposal']))
  const metadata = withLink(dappMetadata, universal.dapp)
  const requester = { publicKey: randomKey(), metadata }
  const iat = new Date().toISOString()
  const authPayload = { ...authentication(), type: 'caip122', version: '1', iat }
  const plain = (method: string, params: object) => writePlain(JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }))
  const good = plain('wc_sessionAuthenticate', { authPayload, requester })
  const elsewhere = randomKey()
  for (const client of [dapp, wallet]) {
    client.receiveLink(
      linkUrl(
        universal.wallet,
        elsewhere,
        plain('wc_sessionPropose', { proposer: requester, optionalNamespaces: asked, authPayload, requester }),
      ),
    )
    client.receiveLink(linkUrl(universal.wallet, elsewhere, plain('wc_sessionDelete', { code: 6000, message: 'x' })))
    client.receiveLink(linkUrl(universal.wallet, elsewhere, plain('wc_sessionAuthenticate', { authPayload: {}, requester })))
    client.receiveLink(linkUrl(universal.wallet, topic, good)) // under a topic that has a key
  }
  dapp.receiveLink(linkUrl(universal.dapp, elsewhere, good))
  relay.inject(topic, good)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).toEqual(['proposal'])
  wallet.receiveLink(linkUrl(universal.wallet, elsewhere, good)) // and this is one
  await vi.waitFor(() => expect(heard).toEqual(['proposal', 'authentication']))
  close()
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
