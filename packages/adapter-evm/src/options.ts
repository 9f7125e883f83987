import { areUrls, check, isRecord } from '@portico/core/kit'
import type { Network } from '@portico/core'
import type { Config } from '@wagmi/core'
import type { Chain, Transport } from 'viem'

/**
 * An EVM chain: the part of viem's `Chain` that a wallet modal needs, so that chains of `viem/chains` and the lighter
 * records of `@portico/adapter-evm/networks` fit alike.
 */
export type EvmNetwork = Pick<Chain, 'id' | 'name' | 'nativeCurrency' | 'rpcUrls' | 'blockExplorers' | 'contracts' | 'testnet'> & {
  /** Image as data: or https: URL. */
  readonly icon?: string
}

/** How to reach a chain: one URL, several in order of preference, or a transport of viem's. URLs are http or https. */
export type EvmTransport = string | readonly string[] | Transport

/** A token that a site lists: it is looked for in each account, where no gateway tells what the account holds. */
export interface EvmToken {
  readonly chainId: number
  /** Contract of the ERC-20: 0x and 40 hex digits. */
  readonly address: string
  readonly symbol: string
  readonly name?: string
  /** From 1 to 255. */
  readonly decimals: number
}

interface CommonOptions {
  /**
   * Tokens to look for where no gateway tells what an account holds, all of a network in one request. They are checked when they are
   * first looked for. Default: none, so that the coin alone is shown there.
   */
  readonly tokens?: readonly EvmToken[]
}

/** Portico keeps a wagmi config of its own, made when first needed. */
export interface OwnConfigOptions extends CommonOptions {
  readonly networks: readonly EvmNetwork[]
  /** By chain id. Default: the network's own public endpoints, which are rate limited. */
  readonly transports?: Readonly<Record<number, EvmTransport>>
  readonly config?: never
}

/** Portico joins the host's wagmi config, and the two agree at every moment. */
export interface JoinedConfigOptions extends CommonOptions {
  readonly config: Config
  readonly networks?: never
  readonly transports?: never
}

export type EvmOptions = OwnConfigOptions | JoinedConfigOptions

const isNetwork = (value: unknown): value is EvmNetwork =>
  isRecord(value) &&
  Number.isSafeInteger(value['id']) &&
  Number(value['id']) > 0 &&
  typeof value['name'] === 'string' &&
  isRecord(value['nativeCurrency']) &&
  Number.isInteger(value['nativeCurrency']['decimals']) &&
  isRecord(value['rpcUrls']) &&
  isRecord(value['rpcUrls']['default']) &&
  areUrls(value['rpcUrls']['default']['http'])

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Checks what the types cannot promise to a host that writes JavaScript, where it is developed, and everywhere what may differ from one
 * build to the next. That there is at least one network, and none twice, is checked by `createPortico`.
 * @throws {@link InvalidOptionError} that names the option
 */
export function checkOptions(options: EvmOptions): void {
  if (process.env.NODE_ENV !== 'production') checkShapes(options)
  for (const [id, given] of Object.entries(options.transports ?? {})) {
    check(`transports[${id}]`, typeof given === 'function' || areUrls([given].flat()), 'expected http(s) URLs or a viem transport')
  }
}

function checkShapes(options: EvmOptions): void {
  const { config, networks, transports = {}, tokens }: Partial<EvmOptions> = isRecord(options) ? options : {}
  check('tokens', tokens === undefined || Array.isArray(tokens), 'expected an array')
  if (config !== undefined) {
    check('config', isRecord(config) && typeof config.subscribe === 'function' && Array.isArray(config.chains), 'expected a wagmi config')
    return check('networks', networks === undefined, 'expected nothing beside config')
  }
  check('networks', Array.isArray(networks), 'expected an array')
  networks?.forEach((network, at) =>
    check(`networks[${at}]`, isNetwork(network), 'expected a network with id, name, nativeCurrency and rpcUrls'),
  )
  check('transports', isRecord(transports), 'expected an object')
  for (const id of Object.keys(transports))
    check(
      `transports[${id}]`,
      networks?.some((network) => String(network.id) === id) === true,
      'expected the id of one of the networks: 1, not eip155:1',
    )
}

/** A chain as core knows networks. A host's own transports stay out of it: they may hold keys. */
export function toNetwork({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet = false, icon }: EvmNetwork): Network {
  const { default: explorer, ...others } = blockExplorers ?? {}
  return {
    id: `eip155:${id}`,
    namespace: 'eip155',
    name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    blockExplorers: [...(explorer ? [explorer] : []), ...Object.values(others)].map(({ name, url }) => ({ name, url })),
    testnet,
    ...(icon && { icon }),
  }
}
