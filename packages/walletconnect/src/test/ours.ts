import { privateKeyToAccount } from 'viem/accounts'
import { createDapp } from '../client/createDapp.js'
import type { ConnectOptions, Dapp } from '../client/types.js'
import type { Session } from '../peer/stored.js'
import type { WalletClient } from '../wallet/types.js'
import { createWalletClient } from '../wallet/wallet.js'
import type { Behaviour, DappDriver, Happening, Shown, WalletDriver } from './drivers.js'
import { approved, asked, authentication, dappMetadata, memory, testKey, walletMetadata, WebSocket } from './parties.js'

const show = ({ topic, namespaces, expiry, peer }: Session): Shown => ({
  topic,
  accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
  expiry,
  peer: peer.name,
})

export async function ourDapp(relayUrl: string): Promise<DappDriver> {
  const storage = memory()
  const page = new EventTarget()
  const events: Happening[] = []
  const start = (): Dapp => {
    const dapp = createDapp({ relayUrl, metadata: dappMetadata, WebSocket, storage, page })
    dapp.on('sessionEvent', ({ name, data, chainId }) => void events.push({ name, data, chainId }))
    return dapp
  }
  let dapp = start()
  const propose = async (options: ConnectOptions) => dapp.connect(options)
  return {
    events,
    async connect() {
      const { uri, approval } = await propose({ namespaces: asked })
      return { uri, approval: approval.then(({ session }) => show(session ?? fail())) }
    },
    async authenticate() {
      const { uri, approval } = await propose({ namespaces: asked, authenticate: authentication() })
      return {
        uri,
        approval: approval.then(({ session, cacaos = [] }) => ({ topic: session?.topic, issuers: cacaos.map(({ p }) => p.iss) })),
      }
    },
    request: (request) => dapp.request(request),
    sessions: () => dapp.sessions().map(show),
    extend: (topic) => dapp.extend({ topic }),
    ping: (topic) => dapp.ping({ topic }),
    disconnect: (topic) => dapp.disconnect({ topic }),
    offline: async () => void page.dispatchEvent(new Event('pagehide')),
    online: async () => void page.dispatchEvent(new Event('pageshow')),
    noticed: async () => undefined, // ours has to find out by itself
    async restart() {
      dapp.close()
      dapp = start()
    },
    close: async () => dapp.close(),
  }
}

export async function ourWallet(relayUrl: string): Promise<WalletDriver> {
  const storage = memory()
  const page = new EventTarget()
  const methods: string[] = []
  const behaviour: Behaviour = { proposal: 'approve', answer: (method) => ({ result: `did ${method}` }) }
  const account = privateKeyToAccount(testKey)
  const start = (): WalletClient => {
    const wallet = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket, storage, page })
    const handle = (request: {
      readonly topic: string
      readonly id: number | string
      readonly method: string
      readonly params: unknown
    }) => {
      methods.push(request.method)
      const answer = behaviour.answer(request.method, request.params)
      if (answer) wallet.respond({ topic: request.topic, id: request.id, ...answer }).catch(() => undefined)
    }
    wallet.on('proposal', ({ id, pairing }) => {
      // A wallet that signs in leaves the proposal that comes with it.
      if (wallet.authentications().some((one) => one.pairing === pairing)) return
      const answer = behaviour.proposal === 'approve' ? wallet.approve({ id, namespaces: approved }) : wallet.reject({ id })
      answer.catch(() => undefined)
    })
    wallet.on('request', handle)
    wallet.on('authentication', async ({ id, payload }) => {
      if (behaviour.proposal === 'reject') return void wallet.rejectAuthentication({ id }).catch(() => undefined)
      const signatures = await Promise.all(
        payload.chains.map(async (chain) => {
          const signer = `${chain}:${account.address}`
          return { account: signer, signature: await account.signMessage({ message: wallet.authMessage({ id, account: signer }) }) }
        }),
      )
      wallet.approveAuthentication({ id, signatures }).catch(() => undefined)
    })
    for (const request of wallet.requests()) setTimeout(handle, 0, request)
    return wallet
  }
  let wallet = start()
  return {
    behaviour,
    asked: methods,
    pair: async (uri) => void wallet.pair({ uri }),
    sessions: () => wallet.sessions().map(show),
    update: (topic, namespaces) => wallet.update({ topic, namespaces }),
    extend: (topic) => wallet.extend({ topic }),
    ping: (topic) => wallet.ping({ topic }),
    emit: (topic, { name, data, chainId }) => wallet.emitEvent({ topic, chainId, name, data }),
    disconnect: (topic) => wallet.disconnect({ topic }),
    offline: async () => void page.dispatchEvent(new Event('pagehide')),
    online: async () => void page.dispatchEvent(new Event('pageshow')),
    async restart() {
      wallet.close()
      wallet = start()
    },
    close: async () => wallet.close(),
  }
}

function fail(): never {
  throw new Error('There is no session.')
}
