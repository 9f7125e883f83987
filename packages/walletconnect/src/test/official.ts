import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { privateKeyToAccount } from 'viem/accounts'
import type { Approved } from '../wallet/wallet.js'
import type { Behaviour, DappDriver, Happening, Shown, WalletDriver } from './drivers.js'
import { approved, asked, authentication, dappMetadata, testKey, walletMetadata } from './parties.js'

interface OfficialSession {
  readonly topic: string
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>
  readonly expiry: number
  readonly peer: { readonly metadata: { readonly name: string } }
}

const show = ({ topic, namespaces, expiry, peer }: OfficialSession): Shown => ({
  topic, accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts), expiry, peer: peer.metadata.name,
})

/** The official client's storage, in memory, so that a second client can find it. */
function storageOf() {
  count += 1
  const customStoragePrefix = `test${count}`
  const items = new Map<string, unknown>()
  const storage = {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>() => [...items.entries()] as [string, T][],
    getItem: async <T>(key: string) => items.get(key) as T | undefined,
    setItem: async (key: string, value: unknown) => void items.set(key, structuredClone(value)),
    removeItem: async (key: string) => void items.delete(key),
  }
  return { storage, customStoragePrefix }
}

let count = 0
const optionsOf = (relayUrl: string, stored: ReturnType<typeof storageOf>) => {
  process.env['DISABLE_GLOBAL_CORE'] = 'true'
  return { projectId: 'portico', relayUrl, ...stored, logger: 'silent', telemetryEnabled: false } as const
}

interface Closable {
  readonly core: { readonly relayer: { readonly transportClose: () => Promise<void>; readonly transportOpen: () => Promise<void> }; readonly heartbeat: { readonly stop: () => void } }
}
const leave = async ({ core }: Closable) => {
  core.heartbeat.stop()
  await core.relayer.transportClose()
}

export async function officialWallet(relayUrl: string): Promise<WalletDriver> {
  const storage = storageOf()
  const methods: string[] = []
  const behaviour: Behaviour = { proposal: 'approve', answer: (method) => ({ result: `did ${method}` }) }
  const account = privateKeyToAccount(testKey)

  const start = async () => {
    const wallet = await WalletKit.init({ core: new Core(optionsOf(relayUrl, storage)) as unknown as Parameters<typeof WalletKit.init>[0]['core'], metadata: walletMetadata })
    const handle = ({ topic, id, params }: { readonly topic: string; readonly id: number; readonly params: { readonly request: { readonly method: string; readonly params: unknown } } }) => {
      methods.push(params.request.method)
      const answer = behaviour.answer(params.request.method, params.request.params)
      if (answer) wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } }).catch(() => undefined)
    }
    wallet.on('session_proposal', ({ id }) => {
      if (behaviour.proposal === 'approve') wallet.approveSession({ id, namespaces: approved as never }).catch(() => undefined)
      else wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }).catch(() => undefined)
    })
    wallet.on('session_request', handle)
    wallet.on('session_authenticate', async ({ id, params }) => {
      if (behaviour.proposal === 'reject') return void wallet.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'User rejected.' } }).catch(() => undefined)
      const auths = await Promise.all(params.authPayload.chains.map(async (chain) => {
        const iss = `did:pkh:${chain}:${account.address}`
        const { type: _type, chains: _chains, ...payload } = params.authPayload
        const signature = await account.signMessage({ message: wallet.formatAuthMessage({ request: params.authPayload, iss }) })
        return { h: { t: 'caip122' }, p: { ...payload, iss }, s: { t: 'eip191', s: signature } }
      }))
      wallet.approveSessionAuthenticate({ id, auths: auths as never }).catch(() => undefined)
    })
    for (const request of wallet.getPendingSessionRequests()) setTimeout(handle, 0, request)
    return wallet
  }
  let wallet = await start()
  return {
    behaviour,
    asked: methods,
    pair: (uri) => wallet.pair({ uri }),
    sessions: () => Object.values(wallet.getActiveSessions()).map(show),
    update: async (topic, namespaces: Approved) => (await wallet.updateSession({ topic, namespaces: namespaces as never })).acknowledged(),
    extend: async (topic) => (await wallet.extendSession({ topic })).acknowledged(),
    ping: (topic) => wallet.engine.signClient.ping({ topic }),
    emit: (topic, { name, data, chainId }) => wallet.emitSessionEvent({ topic, event: { name, data }, chainId }),
    disconnect: (topic) => wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
    offline: () => wallet.core.relayer.transportClose(),
    online: () => wallet.core.relayer.transportOpen(),
    async restart() {
      await leave(wallet)
      wallet = await start()
    },
    close: () => leave(wallet),
  }
}

export async function officialDapp(relayUrl: string): Promise<DappDriver> {
  const storage = storageOf()
  const events: Happening[] = []
  const start = async () => {
    const dapp = await SignClient.init({ ...optionsOf(relayUrl, storage), metadata: dappMetadata })
    dapp.on('session_event', ({ params }) => void events.push({ ...params.event, chainId: params.chainId }))
    return dapp
  }
  let dapp = await start()
  return {
    events,
    async connect() {
      const { uri, approval } = await dapp.connect({ optionalNamespaces: asked as never })
      return { uri: uri ?? '', approval: approval().then(show) }
    },
    async authenticate() {
      const { aud, methods, ...request } = authentication()
      const { uri, response } = await dapp.authenticate({ ...request, uri: aud, methods })
      return { uri: uri ?? '', approval: response().then(({ session, auths = [] }) => ({ topic: session?.topic, issuers: auths.map(({ p }) => p.iss) })) }
    },
    request: ({ topic, chainId, method, params }) => dapp.request({ topic, chainId, request: { method, params } }),
    sessions: () => dapp.session.getAll().map(show),
    extend: async (topic) => (await dapp.extend({ topic })).acknowledged(),
    ping: (topic) => dapp.ping({ topic }),
    disconnect: (topic) => dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
    offline: () => dapp.core.relayer.transportClose(),
    online: () => dapp.core.relayer.transportOpen(),
    // What it sends into a connection that is gone, it sends again after 20 s.
    noticed: () => new Promise((resolve) => dapp.core.relayer.once('relayer_disconnect', resolve)),
    async restart() {
      await leave(dapp)
      dapp = await start()
    },
    close: () => leave(dapp),
  }
}

