import type { IdentifierString } from '@wallet-standard/base'
import { createPersonCore, extendPerson, type PersonCore } from '../shared/person.js'
import { createStandardFace, standardIcon, type StandardConfig, type StandardFeature } from '../shared/standard.js'
import { callNode } from '../wallet/rpc.js'
import { createKeys } from './keys.js'
import { asksToConnect, prepare, type SolanaCore } from './methods.js'
import type { HeadlessSolanaWallet, SolanaFeatureName, SolanaWalletOptions } from './types.js'

const ICON =
  'data:image/svg+xml,' +
  '%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="24" fill="%23512da8"/%3E' +
  '%3Cpath d="M34 30h40l-12 12H22zM22 48h40l12 12H34z" fill="%23fff"/%3E%3C/svg%3E'

/** The sandbox's fronts. Sites that tell a cluster by its URL take the first for a local one. */
const sandboxChains = {
  'solana:mainnet': 'http://127.0.0.1:8899',
  'solana:devnet': 'http://127.0.0.1:8901',
  'solana:localnet': 'http://127.0.0.1:8899',
}

/** Which method each feature has. */
const featureMethods: Readonly<Record<SolanaFeatureName, string>> = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'solana:signMessage': 'signMessage',
  'solana:signIn': 'signIn',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
}

const featureVersions: Partial<Readonly<Record<SolanaFeatureName, string>>> = { 'solana:signMessage': '1.1.0' }

const allFeatures: readonly SolanaFeatureName[] = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signIn',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

/**
 * A Solana wallet without a window, for tests and demos, in Node and in browsers: real keys, real ed25519 signatures, legacy
 * and version 0 transactions, sent through the nodes of `chains`. It speaks the Wallet Standard, with the errors of EIP-1193,
 * and does what it is told by `script` otherwise; a feature's name is the name of the request. Nothing is requested before a
 * site asks.
 * @example
 * const wallet = createSolanaWallet({ chains: { 'solana:devnet': 'http://127.0.0.1:8901' } })
 * wallet.script('solana:signMessage', reject(), approve())
 * const unregister = registerStandard(wallet)
 * @throws when more accounts are wanted than there are keys
 */
export function createSolanaWallet(options: SolanaWalletOptions = {}): HeadlessSolanaWallet {
  const keys = createKeys(options.seeds)
  const urls = new Map(Object.entries(options.chains ?? sandboxChains))
  const names = options.features ?? allFeatures
  const transactionVersions = options.transactionVersions ?? ['legacy', 0]
  const chains = [...urls.keys()].filter(isIdentifier)
  const ofAccounts = names.filter((name) => name.startsWith('solana:'))

  const person: PersonCore = createPersonCore(options, {
    family: 'solana',
    info: { name: 'Test Solana Wallet', icon: ICON, rdns: 'test.headless.solana' },
    maxAccounts: keys.max,
    extra: {},
    prepare: (request) => prepare(core, request),
    isConnecting: (request) => asksToConnect(core, request),
    tellAccounts: (exposed, isFor) => person.emit('change', { accounts: exposed.map(core.describe) }, isFor),
  })
  const core: SolanaCore = {
    person,
    keys,
    features: names,
    transactionVersions,
    describe(index) {
      const { address, publicKey } = keys.at(index)
      return { address, publicKey: publicKey.slice(), chains, features: ofAccounts, label: `Account ${index + 1}` }
    },
    knows: (chain) => urls.has(chain),
    callChain: (chain, method, params) => callNode({ url: urls.get(chain) ?? '', method, params, fetch: options.fetch }),
  }

  const features: Record<IdentifierString, StandardFeature> = {}
  for (const name of names) {
    const sends = name === 'solana:signTransaction' || name === 'solana:signAndSendTransaction'
    const feature = { version: featureVersions[name] ?? '1.0.0', method: featureMethods[name] }
    features[name] = sends ? { ...feature, extra: { supportedTransactionVersions: transactionVersions } } : feature
  }
  const config: StandardConfig = { name: person.info.name, icon: standardIcon(person.info.icon), chains, features }
  const walletFor = (origin: string) => createStandardFace(config, person.person.port(origin))

  let accounts: readonly string[] = []
  return extendPerson(person.person, {
    wallet: walletFor(person.origin),
    config,
    origin: person.origin,
    walletFor,
    /** The same list until there is one more account, so that it can be a React snapshot. */
    get accounts() {
      const { count } = person.getState()
      if (accounts.length !== count) accounts = Array.from({ length: count }, (_, index) => keys.at(index).address)
      return accounts
    },
  })
}

function isIdentifier(chain: string): chain is IdentifierString {
  return chain.includes(':')
}
