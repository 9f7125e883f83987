import { isNamespace, isNetworkId, ProviderNotFoundError, type Namespace, type Portico, type PorticoStorage } from '@portico/core'
import { onePressOf, type Link, type LinkPeer, type LinkRequest, type LinkState, type SignedIn, type WalletLinks } from '@portico/core/kit'
import type { Cacao } from '../auth/cacao.js'
import { createDappOf } from '../client/dapp.js'
import type { SignInRequest } from '../client/signIn.js'
import type { Approval, Attempt } from '../client/types.js'
import { SettlementError } from '../errors.js'
import { safeIcon, type Metadata } from '../peer/metadata.js'
import type { Locks } from '../peer/options.js'
import type { Channel } from '../peer/records.js'
import type { FaceOptions } from '../provider/eip155.js'
import { createUniversalProvider, type SentRequest } from '../provider/universal.js'
import type { SeveralLines } from '../relay/several.js'
import type { RelayStatus } from '../relay/types.js'
import type { WalletConnectOptions } from '../walletConnect.js'
import { askedFor } from './asked.js'

/** What the light part of the connector uses of the loaded one. */
export interface Opened extends Pick<Link, 'prepare' | 'cancel' | 'approved' | 'approvedNetworkIds' | 'peer' | 'opened' | 'request'> {
  /** The object that an adapter talks to. The same one each time. @throws ProviderNotFoundError */
  readonly face: (namespace: Namespace) => Promise<object>
  /** Pairs where there is no account of the chain family. */
  readonly pair: (namespace: Namespace, options?: { readonly anew?: boolean }) => Promise<void>
  readonly signIn: (request: SignInRequest) => Promise<readonly Cacao[]>
  readonly signedIn: () => readonly SignedIn[]
}

/** Makes the client of a portico, its provider, and one face of it for each chain family. */
export function open(
  portico: Portico,
  options: WalletConnectOptions & { readonly relayUrl: string | readonly string[] },
  /** Tells that something changed: how far a pairing is, or what the wallet is asked. */
  show: (state?: LinkState) => void,
  several: SeveralLines | undefined,
): Opened {
  const { openLink, methods } = options
  const name = portico.id
  const storage = options.storage ?? portico.options.storage ?? pageStorage()
  const shared = storage ? sharing(name) : {}
  const dapp = createDappOf({
    ...options,
    several,
    metadata: metadataOf(portico, options),
    name,
    keepPairings: false, // every connection begins with a code
    log: (line) => console.warn(line),
    ...(storage && { storage }),
    ...shared,
  })
  const asked = askedFor(
    portico.networks.map(({ id }) => id),
    methods,
  )
  const { fetch } = portico.options
  const provider = createUniversalProvider({ dapp, chains: portico.networks, namespaces: asked, onSent, ...(fetch && { fetch }) })

  let pairing:
    | { readonly abort: AbortController; readonly approval: Promise<Approval>; readonly opened: (links: WalletLinks | undefined) => void }
    | undefined

  // Phones are taken back to the wallet. The code for that has to be there by then: a link opens shortly after a tap, or not at all.
  const { userAgent = '', maxTouchPoints = 0 } = globalThis.navigator ?? {}
  const reopening = maxTouchPoints > 0 || /Mobi|Android/.test(userAgent) ? import('./reopen.js') : undefined
  reopening?.catch(() => undefined)

  /** What the wallet has not answered, the latest at the end. */
  const unanswered = new Set<LinkRequest>()

  /** Back to the wallet that was opened for the pairing, or the one that the session's peer names. */
  function onSent(sent: SentRequest, answer: Promise<unknown>) {
    const known = { opened: provider.note('links'), redirect: provider.current()?.peer.redirect }
    const onWay = (request: LinkRequest) => {
      unanswered.add(request)
      show()
      const end = () => {
        unanswered.delete(request)
        show()
      }
      answer.then(end, end)
    }
    reopening?.then(({ reopen }) => reopen(sent, known, { openLink, onWay })).catch(() => undefined)
  }

  let signed: readonly SignedIn[] = []
  /** Wallets sign in by the way where the site has no other chain family: the rest of a session could not be asked for with that. */
  const signIn = () =>
    (portico.options.siwx ?? onePressOf.peek(portico)) && Object.keys(asked).join() === 'eip155'
      ? async () => (await import('./signInNow.js')).signInNow(portico, asked['eip155']?.methods ?? [])
      : undefined

  async function approve(options: Parameters<typeof provider.connect>[0]): Promise<Approval> {
    signed = []
    const approval = await provider.connect(options)
    if (options?.signIn && approval.cacaos) signed = (await import('./signInNow.js')).signedIn(approval.cacaos)
    return approval
  }

  /** Pairs, or joins the pairing that is under way. */
  function pair(authenticate?: SignInRequest): Promise<Approval> {
    if (pairing && !authenticate) {
      provider.stay()
      return pairing.approval
    }
    pairing?.abort.abort()
    const abort = new AbortController()
    show({ status: 'loading' })
    let code: Attempt | undefined
    let links: WalletLinks | undefined
    let relay: Waiting['relay'] = 'connecting'
    const tell = () => {
      relay = relayNow(dapp.relayStatus(), relay)
      if (code && !abort.signal.aborted) show({ status: 'waiting', uri: code.uri, expiry: code.expiry, relay })
    }
    const stop = dapp.on('relayStatus', tell)
    const approval = approve({
      signal: abort.signal,
      authenticate,
      signIn: authenticate ? undefined : signIn(),
      onUri(attempt) {
        code = attempt
        if (links) dapp.setNote(code.pairing, 'links', links)
        tell()
      },
    })
    const opened = (next: WalletLinks | undefined) => {
      links = next
      if (code) dapp.setNote(code.pairing, 'links', links)
    }
    const mine = { abort, approval, opened }
    pairing = mine
    const end = (state: LinkState) => {
      stop()
      if (pairing !== mine) return
      pairing = undefined
      show(state)
    }
    approval.then(
      () => end({ status: 'idle' }),
      (error: unknown) =>
        end(
          abort.signal.aborted
            ? { status: 'idle' }
            : { status: 'failed', error: error instanceof Error ? error : new Error('Unknown error') },
        ),
    )
    return approval
  }

  const hasAccount = (namespace: string) => {
    const chain = provider.chainOf(namespace)
    return chain !== undefined && provider.addresses(chain).length > 0
  }
  const connect: FaceOptions['connect'] = async (namespace) => {
    await pair()
    if (!hasAccount(namespace)) throw new SettlementError({ problem: `no account of '${namespace}'` })
  }

  const faces = new Map<string, Promise<object>>()
  /** Each chain family's own form of the provider is a chunk of its own. */
  async function makeFace(namespace: string): Promise<object> {
    const face = { provider, connect }
    if (namespace === 'eip155') return (await import('../provider/eip155.js')).createEip155Provider(face)
    if (namespace === 'solana') return (await import('../provider/solana.js')).createSolanaWallet(face)
    if (namespace === 'bip122') return (await import('../provider/bip122.js')).createBitcoinProvider(face)
    throw new ProviderNotFoundError()
  }

  return {
    face(namespace) {
      const face = faces.get(namespace) ?? makeFace(namespace)
      faces.set(namespace, face)
      face.catch(() => faces.delete(namespace))
      return face
    },
    pair: async (namespace, { anew = false } = {}) => {
      if (anew || !hasAccount(namespace)) await connect(namespace)
    },
    prepare: () => void pair().catch(() => undefined),
    cancel() {
      if (!pairing) return
      const { abort, opened } = pairing
      opened(undefined)
      pairing = undefined
      abort.abort()
      show({ status: 'idle' })
    },
    opened(links) {
      if (pairing) pairing.opened(links)
      else provider.setNote('links', links)
    },
    peer: () => peerOf(provider.current()?.peer),
    request: () => [...unanswered].at(-1),
    approvedNetworkIds: (namespace) => (provider.current()?.namespaces[namespace]?.chains ?? []).filter(isNetworkId),
    approved: () =>
      Object.entries(provider.current()?.namespaces ?? {}).flatMap(([namespace, { accounts }]) =>
        isNamespace(namespace) && accounts.length > 0 ? namespace : [],
      ),
    signIn: async (request) => (await pair(request)).cacaos ?? [],
    signedIn() {
      const taken = signed
      signed = []
      return taken
    },
  }
}

type Waiting = Extract<LinkState, { readonly status: 'waiting' }>

/** Whether the relay can be reached. One that was lost is that until it is back, however often it is tried. */
function relayNow(status: RelayStatus, before: Waiting['relay']): Waiting['relay'] {
  if (status === 'open' || status === 'refused') return status
  if (status === 'waiting' || status === 'closed') return 'lost'
  return before === 'lost' ? 'lost' : 'connecting'
}

/** Who is at the other end, cleaned; undefined where that one has no name. */
function peerOf(peer: Metadata | undefined): LinkPeer | undefined {
  if (!peer?.name) return undefined
  const { name, url, icons } = peer
  const icon = icons.find(safeIcon)
  return { name, ...(url.startsWith('https:') && { url }), ...(icon && { icon }) }
}

/** The page's own storage; undefined where it is denied. */
function pageStorage(): PorticoStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** What the tabs of a site share a connection by, where the browser has it. */
function sharing(name: string): { readonly locks?: Locks; readonly channel?: Channel } {
  const { locks } = globalThis.navigator ?? {}
  if (!locks || typeof BroadcastChannel !== 'function' || typeof window === 'undefined') return {}
  const channel = new BroadcastChannel(`@portico/${name}/walletconnect`)
  const follow: Channel['follow'] = (listener) => {
    const hear = ({ data }: MessageEvent) => listener(data)
    channel.addEventListener('message', hear)
    return () => channel.removeEventListener('message', hear)
  }
  return {
    channel: { post: (message) => channel.postMessage(message), follow },
    locks: { request: (key, { signal }, held) => locks.request(key, signal ? { signal } : {}, held) },
  }
}

/** Who the site is to wallets: what the host says, and the page's own address (S45). */
function metadataOf(portico: Portico, { metadata }: WalletConnectOptions): Metadata {
  const own = portico.options.metadata
  const page = globalThis.location?.origin ?? ''
  const absolute = (icon: string) => (icon.startsWith('/') ? `${page}${icon}` : icon)
  return {
    name: metadata?.name ?? own?.name ?? globalThis.document?.title ?? '',
    description: metadata?.description ?? own?.description ?? '',
    url: metadata?.url ?? own?.url ?? page,
    icons: (metadata?.icons ?? own?.icons ?? []).map(absolute),
    ...(metadata?.redirect && { redirect: metadata.redirect }),
  }
}
