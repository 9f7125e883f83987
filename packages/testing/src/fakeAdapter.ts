import type { Connector, Namespace, Network, NetworkId } from '@portico/core'
import type { Adapter, AdapterDescription, AdapterEvents, Grant } from '@portico/core/kit'

const fakeNetwork = (id: NetworkId, name: string): Network => ({
  id,
  namespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:1'],
  blockExplorers: [{ name: 'Explorer', url: 'https://explorer.example' }],
  testnet: false,
})

/**
 * Ethereum, OP Mainnet and Base, without a chain behind them.
 * @example const portico = testPortico({ adapters: [fakeAdapter({ networks: fakeNetworks.slice(0, 1) })] }) // Ethereum alone
 */
export const fakeNetworks: readonly Network[] = [
  fakeNetwork('eip155:1', 'Ethereum'),
  fakeNetwork('eip155:10', 'OP Mainnet'),
  fakeNetwork('eip155:8453', 'Base'),
]

/**
 * A connector that gives no provider: for adapters that are fakes themselves.
 * @example const juniper = fakeConnector({ id: 'com.juniper', name: 'Juniper' })
 */
export const fakeConnector = (connector: Partial<Connector> = {}): Connector => ({
  id: 'com.harbor',
  kind: 'announced',
  name: 'Harbor',
  rdns: 'com.harbor',
  namespaces: ['eip155'],
  installed: true,
  getProvider: () => Promise.resolve({}),
  ...connector,
})

/**
 * The account of a fake adapter's wallet, unless its `grant` says otherwise.
 * @example expect(getAccount(portico).address).toBe(fakeAddress) // of testPortico, once it is connected
 */
export const fakeAddress = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'

export interface FakeAdapterOptions extends Partial<Adapter> {
  readonly namespace?: Namespace
  readonly networks?: readonly Network[]
  /** What is on the device. Default: one wallet, Harbor. */
  readonly connectors?: readonly Connector[]
  /** What the wallet grants. Default: one address, on the first network. */
  readonly grant?: Grant
}

/** An adapter for unit tests, with a hand on its events and a log of what it was asked. */
export interface FakeAdapter extends AdapterDescription {
  /** Reports as a wallet would, once core has loaded or joined the adapter. */
  readonly events: () => AdapterEvents
  /** Publishes another list of wallets, while mounted. */
  readonly publish: (connectors: readonly Connector[]) => void
  /** Names of the methods that core called, oldest first. */
  readonly calls: string[]
}

/**
 * A chain family that agrees to everything, except where a method is given: `fakeAdapter({ connect: () => Promise.reject(…) })`.
 * @example const declines = fakeAdapter({ connect: () => Promise.reject(new UserRejectedError()) })
 */
export function fakeAdapter(options: FakeAdapterOptions = {}): FakeAdapter {
  const { namespace = 'eip155', networks = fakeNetworks, connectors = [fakeConnector()], grant: given, ...methods } = options
  const grant: Grant = given ?? { addresses: [fakeAddress], networkId: networks[0]?.id ?? 'eip155:1' }
  const calls: string[] = []
  const publishers = new Set<(connectors: readonly Connector[]) => void>()
  let events: AdapterEvents | undefined

  const agreeing: Adapter = {
    connect: () => Promise.resolve(grant),
    reconnect: () => Promise.resolve(grant),
    disconnect: () => Promise.resolve(),
    switchNetwork: () => Promise.resolve(),
    getBalance: () => Promise.resolve(0n),
    signMessage: () => Promise.resolve('0x'),
    watch: () => () => undefined,
    ...methods,
  }
  const logged = Object.fromEntries(
    Object.entries(agreeing).map(([name, method]: [string, (...parameters: never[]) => unknown]) => [
      name,
      (...parameters: never[]) => {
        calls.push(name)
        return method(...parameters)
      },
    ]),
  ) as unknown as Adapter

  return {
    namespace,
    networks,
    calls,
    events() {
      if (!events) throw new Error('Nothing has loaded this adapter yet: connect first, or mount.')
      return events
    },
    publish(list) {
      for (const publish of publishers) publish(list)
    },
    discover(_portico, publish) {
      publishers.add(publish)
      publish(connectors)
      return () => void publishers.delete(publish)
    },
    join(_portico, given) {
      events = given
      return () => undefined
    },
    load(_portico, given) {
      events = given
      return Promise.resolve(logged)
    },
  }
}
