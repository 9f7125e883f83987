import { createPortico, type Namespace, type Network, type NetworkId, type Portico, type PorticoStorage } from '@portico/core'
import type { AdapterDescription } from '@portico/core/kit'
import { vi } from 'vitest'
import { embedded, type EmbeddedConnector, type EmbeddedOptions } from '../index.js'
import type { FrameChannel, FrameHandlers } from '../frame/index.js'
import { answering, goodFrame } from './frames.js'
import { FakeSheet, fakePage, type FakeIframe, type FakePage } from './page.js'

export const evmAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const solanaAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const network = (id: NetworkId, namespace: Namespace): Network => ({
  id,
  namespace,
  name: id,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: [],
  blockExplorers: [],
  testnet: false,
})

const adapter = (namespace: Namespace, ids: readonly NetworkId[]): AdapterDescription => ({
  namespace,
  networks: ids.map((id) => network(id, namespace)),
  discover: () => () => undefined,
  load: () => Promise.reject(new Error('not here')),
})

export interface MemoryStorage extends PorticoStorage {
  readonly entries: Map<string, string>
}

export function memoryStorage(initial: Readonly<Record<string, string>> = {}): MemoryStorage {
  const entries = new Map(Object.entries(initial))
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

export const stored = '@portico/portico/embedded'
/** Storage of a page on which somebody logged in before. */
export const loggedInStorage = (more: object = {}) =>
  memoryStorage({
    [stored]: JSON.stringify({ version: 1, emailLoginUsed: true, sessionToken: 'handle', email: 'ada@example.org', ...more }),
  })

export interface Site {
  readonly page: FakePage
  readonly portico: Portico
  readonly connector: EmbeddedConnector
  readonly storage: PorticoStorage
  /** What the record holds now. */
  readonly record: () => Readonly<Record<string, unknown>>
  /** Ends of the frames' channels, the newest last. */
  readonly channels: FrameChannel[]
  /** Requests that reached the frame: names and payloads. */
  readonly asked: (readonly [name: string, payload: unknown])[]
}

export interface SiteOptions {
  readonly handlers?: Partial<FrameHandlers>
  readonly options?: Partial<EmbeddedOptions>
  readonly storage?: PorticoStorage
  readonly namespaces?: readonly Namespace[]
  /** As the operator of the secure site registered it. */
  readonly projectId?: string
  /** In place of a good frame. */
  readonly load?: (iframe: FakeIframe) => void
}

/** A site with the connector, on a page of its own whose frames are real channels with a secure site that says yes to everything. */
export function site({
  handlers = {},
  options = {},
  storage = memoryStorage(),
  namespaces = ['eip155', 'solana'],
  projectId = 'p1',
  load,
}: SiteOptions = {}): Site {
  const channels: FrameChannel[] = []
  const asked: (readonly [string, unknown])[] = []
  const noting = Object.fromEntries(
    Object.entries({ ...answering(), ...sayingYes(), ...handlers }).map(([name, handler]) => [
      name,
      (payload: never, context: never) => {
        asked.push([name, payload])
        return (handler as (payload: never, context: never) => unknown)(payload, context)
      },
    ]),
  ) as Partial<FrameHandlers>
  const page = fakePage({ load: load ?? goodFrame(noting, (channel) => channels.push(channel)) })
  vi.stubGlobal('CSSStyleSheet', FakeSheet)
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('location', { origin: page.origin })
  const all = {
    eip155: adapter('eip155', ['eip155:1', 'eip155:10']),
    solana: adapter('solana', [mainnet, devnet]),
    bip122: adapter('bip122', ['bip122:000000000019d6689c085ae165831e93']),
  }
  const portico = createPortico({
    adapters: namespaces.flatMap((namespace) => all[namespace as keyof typeof all]),
    storage,
    projectId,
  })
  const connector = embedded({ url: 'https://secure.example', ...options }).create(portico)
  const record = () => JSON.parse(storage.getItem(stored) ?? '{}') as Readonly<Record<string, unknown>>
  return { page, portico, connector, storage, record, channels, asked }
}

/** A secure site at which everything works, with one user. */
function sayingYes(): Partial<FrameHandlers> {
  let chainId: NetworkId = 'eip155:1'
  return {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP', resendAfter: 30, expiresIn: 600 }),
    CONNECT_SOCIAL: ({ chainId: wanted = 'eip155:1' }) => ({
      email: 'ada@example.org',
      userName: 'ada',
      address: evmAddress,
      chainId: wanted,
    }),
    GET_USER: ({ chainId: wanted = 'eip155:1' }) => ({
      email: 'ada@example.org',
      address: wanted.startsWith('solana:') ? solanaAddress : evmAddress,
      chainId: wanted,
    }),
    SWITCH_NETWORK: ({ chainId: wanted }) => ({ chainId: (chainId = wanted) }),
    GET_CHAIN_ID: () => ({ chainId }),
    RPC_REQUEST: ({ method, params }) => ({ method, params }),
  }
}

/** Ends what `site` began. */
export function endSites(sites: Site[]): void {
  for (const { channels } of sites.splice(0)) for (const channel of channels) channel.close()
  vi.unstubAllGlobals()
}
