import type { SignClient } from '@walletconnect/sign-client'
import { createDapp } from '@portico/walletconnect/client'
import { createWalletClient } from '@portico/walletconnect/wallet'
import { WebSocket } from 'ws'
import { accounts, asked, authentication, base, phone, signInPage, site } from '../asked.js'
import { forgetVerify, goodbye, leave, officialOptions } from '../official.js'
import { hurry } from './hurry.js'

/** The official client of one version. Later ones are the same as far as they are used here. */
export type Official = typeof SignClient

export interface OfficialVersion {
  readonly client: Official
  /** Without the waits that do nothing but wait; in the run of all versions they are what they are. */
  readonly hurries: boolean
}

export interface Session {
  readonly topic: string
  readonly accounts: readonly string[]
  readonly expiry: number
  readonly peer: string
}

/** A site, whoever made it. */
export interface Site {
  readonly connect: (pairing?: string) => Promise<{ readonly uri: string; readonly approval: Promise<Session> }>
  /** Undefined where the version has none. */
  readonly authenticate: (() => Promise<{ readonly uri: string; readonly approval: Promise<unknown> }>) | undefined
  readonly pairing: () => string
  readonly request: (topic: string, chainId: string, method: string, params?: unknown) => Promise<unknown>
  readonly sessions: () => readonly Session[]
  readonly events: readonly string[]
  readonly ping: (topic: string) => Promise<unknown>
  readonly extend: (topic: string) => Promise<unknown>
  readonly disconnect: (topic: string) => Promise<unknown>
  readonly offline: () => Promise<unknown>
  readonly online: () => Promise<unknown>
  readonly restart: () => Promise<void>
  readonly close: () => Promise<unknown>
}

/** A wallet, whoever made it. `answers` says what becomes of what it is asked. */
export interface Phone {
  readonly answers: { proposal: boolean; request: (method: string, params: unknown) => Answer | undefined }
  readonly heard: readonly string[]
  readonly scan: (uri: string) => Promise<unknown>
  readonly sessions: () => readonly Session[]
  readonly update: (topic: string, without?: string) => Promise<unknown>
  readonly extend: (topic: string) => Promise<unknown>
  readonly emit: (topic: string, name: string, data: unknown) => Promise<unknown>
  readonly ping: (topic: string) => Promise<unknown>
  readonly disconnect: (topic: string) => Promise<unknown>
  readonly offline: () => Promise<unknown>
  readonly online: () => Promise<unknown>
  readonly restart: () => Promise<void>
  readonly close: () => Promise<unknown>
}

export type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }

export const declined = { code: 5000, message: 'User rejected.' }

const namespaces = () => {
  const { eip155, ...others } = asked()
  const { rpcMap: _rpcMap, ...plain } = eip155
  return { eip155: plain, ...others }
}
const approved = (without?: string) => {
  const { eip155, solana, bip122 } = namespaces()
  const on = (family: string) => accounts.filter((account) => account.startsWith(family) && !account.startsWith(`${without}:`))
  return {
    eip155: { ...eip155, chains: eip155.chains.filter((chain) => chain !== without), accounts: on('eip155') },
    solana: { ...solana, accounts: on('solana') },
    bip122: { ...bip122, accounts: on('bip122') },
  }
}
const answers = () =>
  ({ proposal: true, request: (method: string): Answer | undefined => ({ result: `did ${method}` }) }) as Phone['answers']
const storage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
const show = ({ topic, namespaces: has, expiry, peer }: ReturnType<ReturnType<typeof createDapp>['sessions']>[number]): Session => ({
  topic,
  accounts: Object.values(has).flatMap((one) => one.accounts),
  expiry,
  peer: peer.name,
})
const need = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('There is no session.')
  return value
}

export async function ourSite(relayUrl: string): Promise<Site> {
  const kept = storage()
  const page = new EventTarget()
  const events: string[] = []
  const start = () => {
    const dapp = createDapp({ relayUrl, metadata: site, storage: kept, WebSocket, page })
    dapp.on('sessionEvent', ({ name, data }) => void events.push(`${name} ${JSON.stringify(data)}`))
    return dapp
  }
  let dapp = start()
  return {
    events,
    async connect(pairing) {
      const { uri, approval } = dapp.connect({ namespaces: namespaces(), ...(pairing !== undefined && { pairing }) })
      return { uri, approval: approval.then(({ session }) => show(need(session))) }
    },
    async authenticate() {
      return dapp.connect({ namespaces: namespaces(), authenticate: { ...authentication(), aud: signInPage } })
    },
    pairing: () => need(dapp.pairings().at(-1)).topic,
    request: (topic, chainId, method, params) => dapp.request({ topic, chainId, method, params }),
    sessions: () => dapp.sessions().map(show),
    ping: (topic) => dapp.ping({ topic }),
    extend: (topic) => dapp.extend({ topic }),
    disconnect: (topic) => dapp.disconnect({ topic }),
    offline: async () => page.dispatchEvent(new Event('pagehide')),
    online: async () => page.dispatchEvent(new Event('pageshow')),
    async restart() {
      dapp.close()
      dapp = start()
    },
    close: async () => dapp.close(),
  }
}

export async function ourPhone(relayUrl: string): Promise<Phone> {
  const kept = storage()
  const page = new EventTarget()
  const heard: string[] = []
  const says = answers()
  const start = () => {
    const wallet = createWalletClient({ relayUrl, metadata: phone, storage: kept, WebSocket, page })
    const handle = ({ topic, id, method, params }: { topic: string; id: number | string; method: string; params: unknown }) => {
      heard.push(method)
      const answer = says.request(method, params)
      if (answer) wallet.respond({ topic, id, ...answer }).catch(() => undefined)
    }
    wallet.on('proposal', ({ id, pairing }) => {
      if (wallet.authentications().some((one) => one.pairing === pairing)) return
      heard.push('proposal')
      const answered = says.proposal ? wallet.approve({ id, namespaces: approved() }) : wallet.reject({ id })
      answered.catch(() => undefined)
    })
    wallet.on('authentication', ({ id }) => void wallet.rejectAuthentication({ id }).catch(() => undefined))
    wallet.on('request', handle)
    for (const request of wallet.requests()) setTimeout(handle, 0, request)
    return wallet
  }
  let wallet = start()
  return {
    answers: says,
    heard,
    scan: async (uri) => wallet.pair({ uri }),
    sessions: () => wallet.sessions().map(show),
    update: (topic, without) => wallet.update({ topic, namespaces: approved(without) }),
    extend: (topic) => wallet.extend({ topic }),
    emit: (topic, name, data) => wallet.emitEvent({ topic, chainId: base, name, data }),
    ping: (topic) => wallet.ping({ topic }),
    disconnect: (topic) => wallet.disconnect({ topic }),
    offline: async () => page.dispatchEvent(new Event('pagehide')),
    online: async () => page.dispatchEvent(new Event('pageshow')),
    async restart() {
      wallet.close()
      wallet = start()
    },
    close: async () => wallet.close(),
  }
}

type Client = Awaited<ReturnType<Official['init']>>

const seen = (client: Client): readonly Session[] =>
  client.session.getAll().map(({ topic, namespaces: has, expiry, peer }) => ({
    topic,
    accounts: Object.values(has).flatMap((one) => one.accounts),
    expiry,
    peer: peer.metadata.name,
  }))

/** A client of that version on its own storage, started anew each time. */
function starter({ client: official, hurries }: OfficialVersion, relayUrl: string, name: string, metadata: typeof site) {
  const environment = { relayUrl, nodeUrl: '', WebSocket, storage: storage(), drop: async () => {}, published: async () => 0 }
  const options = officialOptions(environment, name)
  return async () => {
    const client = await official.init({ ...options, metadata })
    forgetVerify(client.core)
    Object.assign(client.core.verify, { resolve: async () => '' })
    if (hurries) hurry(client)
    return client
  }
}

export const officialSite =
  (official: OfficialVersion) =>
  async (relayUrl: string): Promise<Site> => {
    const events: string[] = []
    const start = starter(official, relayUrl, 'site', site)
    const begin = async () => {
      const client = await start()
      client.on('session_event', ({ params }) => void events.push(`${params.event.name} ${JSON.stringify(params.event.data)}`))
      return client
    }
    let client = await begin()
    const find = (topic: string) => need(seen(client).find((one) => one.topic === topic))
    return {
      events,
      async connect(pairing) {
        const { uri = '', approval } = await client.connect({
          optionalNamespaces: namespaces(),
          ...(pairing !== undefined && { pairingTopic: pairing }),
        })
        return { uri, approval: approval().then(({ topic }) => find(topic)) }
      },
      authenticate:
        typeof client.authenticate === 'function'
          ? async () => {
              const { uri, response } = await client.authenticate({ ...authentication(), uri: signInPage })
              return { uri: uri ?? '', approval: response() }
            }
          : undefined,
      pairing: () => need(client.core.pairing.getPairings().findLast(({ active }) => active)).topic,
      request: (topic, chainId, method, params) => client.request({ topic, chainId, request: { method, params } }),
      sessions: () => seen(client),
      ping: (topic) => client.ping({ topic }),
      extend: async (topic) => (await client.extend({ topic })).acknowledged(),
      disconnect: (topic) => client.disconnect({ topic, reason: goodbye }),
      offline: () => client.core.relayer.transportClose(),
      online: () => client.core.relayer.transportOpen(),
      async restart() {
        await leave(client.core)
        client = await begin()
      },
      close: () => leave(client.core),
    }
  }

export const officialPhone =
  (official: OfficialVersion) =>
  async (relayUrl: string): Promise<Phone> => {
    const heard: string[] = []
    const says = answers()
    const start = starter(official, relayUrl, 'phone', phone)
    const begin = async () => {
      const made = await start()
      const handle = ({ topic, id, params }: { topic: string; id: number; params: { request: { method: string; params: unknown } } }) => {
        heard.push(params.request.method)
        const answer = says.request(params.request.method, params.request.params)
        if (answer) made.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } }).catch(() => undefined)
      }
      made.on('session_proposal', ({ id }) => {
        heard.push('proposal')
        const answered = says.proposal ? made.approve({ id, namespaces: approved() }) : made.reject({ id, reason: declined })
        answered.catch(() => undefined)
      })
      made.on('session_request', handle)
      const event = 'session_authenticate' as const
      made.on(event, ({ id }) => void made.rejectSessionAuthenticate({ id, reason: declined }).catch(() => undefined))
      for (const request of made.getPendingSessionRequests()) setTimeout(handle, 0, request)
      return made
    }
    let client = await begin()
    return {
      answers: says,
      heard,
      scan: (uri) => client.core.pairing.pair({ uri }),
      sessions: () => seen(client),
      update: async (topic, without) => (await client.update({ topic, namespaces: approved(without) })).acknowledged(),
      extend: async (topic) => (await client.extend({ topic })).acknowledged(),
      emit: (topic, name, data) => client.emit({ topic, event: { name, data }, chainId: base }),
      ping: (topic) => client.ping({ topic }),
      disconnect: (topic) => client.disconnect({ topic, reason: goodbye }),
      offline: () => client.core.relayer.transportClose(),
      online: () => client.core.relayer.transportOpen(),
      async restart() {
        await leave(client.core)
        client = await begin()
      },
      close: () => leave(client.core),
    }
  }
