import { areUrls, check, isRecord } from '@portico/core/kit'
import type { Network } from '@portico/core'
import type { ExternalWallet } from './external.js'

/** A Solana network: core's record. Those of `@portico/adapter-solana/networks`, or one of your own, such as `solana:localnet`. */
export type SolanaNetwork = Network & { readonly id: `solana:${string}`; readonly namespace: 'solana' }

/** How to reach a network: http(s) URLs in order of preference, and its WebSocket where that is not the usual one beside the first. */
export interface SolanaEndpoints {
  readonly http: string | readonly string[]
  /** ws(s) URL. Default: as `@solana/web3.js` does, the first http(s) URL with ws(s), one port higher where it names a port. */
  readonly ws?: string
}

export interface SolanaOptions {
  readonly networks: readonly SolanaNetwork[]
  /** By network id. Default: the network's own public endpoints, which are rate limited. They stay with Portico: no wallet and no view sees them. */
  readonly rpcUrls?: Readonly<Record<string, string | readonly string[] | SolanaEndpoints>>
  /** Wallets listed beside those that announce themselves (Wallet Standard): `walletAdapter(new XAdapter())`. */
  readonly wallets?: readonly ExternalWallet[]
}

const isNetwork = (value: unknown) =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  /^solana:[-_a-zA-Z0-9]{1,32}$/.test(value['id']) &&
  value['namespace'] === 'solana' &&
  typeof value['name'] === 'string' &&
  isRecord(value['nativeCurrency']) &&
  Number.isInteger(value['nativeCurrency']['decimals']) &&
  areUrls(value['rpcUrls']) &&
  Array.isArray(value['blockExplorers'])

const areEndpoints = (value: unknown) => {
  const { http, ws } = isRecord(value) ? value : { http: value }
  return areUrls([http].flat()) && (ws === undefined || areUrls([ws], /^wss?:\/\/[^\s/]/))
}

const isWallet = (value: unknown) =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  ['readyState', 'follow', 'open'].every((method) => typeof value[method] === 'function')

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Checks what the types cannot promise to a host that writes JavaScript, where it is developed, and everywhere what may differ from one
 * build to the next. That there is at least one network, and none twice, is checked by `createPortico`.
 * @throws {@link InvalidOptionError} that names the option
 */
export function checkOptions(options: SolanaOptions): void {
  if (process.env.NODE_ENV !== 'production') checkShapes(options)
  for (const [id, given] of Object.entries(options.rpcUrls ?? {}))
    check(`rpcUrls[${id}]`, areEndpoints(given), 'expected http(s) URLs, or { http, ws }')
}

function checkShapes(options: SolanaOptions): void {
  const { networks, rpcUrls = {}, wallets = [] }: Partial<SolanaOptions> = isRecord(options) ? options : {}
  check('networks', Array.isArray(networks), 'expected an array')
  networks?.forEach((network, at) =>
    check(`networks[${at}]`, isNetwork(network), 'expected a network with a solana: id, name, nativeCurrency, rpcUrls and blockExplorers'),
  )
  check('rpcUrls', isRecord(rpcUrls), 'expected an object')
  for (const id of Object.keys(rpcUrls))
    check(`rpcUrls[${id}]`, networks?.some((network) => network.id === id) === true, 'expected the id of one of the networks')
  check('wallets', Array.isArray(wallets), 'expected an array')
  wallets.forEach((wallet, at) => check(`wallets[${at}]`, isWallet(wallet), 'expected a wallet: walletAdapter(new XAdapter())'))
}
