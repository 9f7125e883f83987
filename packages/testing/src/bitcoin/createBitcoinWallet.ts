import type { IdentifierString } from '@wallet-standard/base'
import { sayTwice } from '../shared/answering.js'
import { createPersonCore, extendPerson, type PersonCore } from '../shared/person.js'
import { standardIcon, type StandardConfig, type StandardFeature } from '../shared/standard.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import type { Eip1193Provider, RequestMatch, WalletRequest } from '../wallet/types.js'
import { addressesAt, type BitcoinCore, type BitcoinExtra, type MethodEntry } from './core.js'
import { satsAddress, satsNetwork } from './dialects/sats.js'
import { featureMethods, standardAccount, standardMethods } from './dialects/standard.js'
import { chainInfo, directAddresses, okxAccount } from './dialects/unisat.js'
import { createEsplora } from './esplora.js'
import { createKeys } from './keys.js'
import { dialects, isMeant, nameParts } from './names.js'
import { findNetwork, namesOf } from './networks.js'
import { toAnswer, toFailure } from './responses.js'
import { createBitcoinFace } from './standardFace.js'
import type { BitcoinFeatureName, BitcoinWalletOptions, Dialect, HeadlessBitcoinWallet } from './types.js'

const ICON =
  'data:image/svg+xml,' +
  '%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="24" fill="%23e8590c"/%3E' +
  '%3Cpath d="M38 26v44M50 26v44M30 32h24a10 10 0 0 1 0 16H32h26a11 11 0 0 1 0 18H30" fill="none" stroke="%23fff" stroke-width="6"/%3E' +
  '%3C/svg%3E'

/** The sandbox's ledger. */
const sandboxEsplora = 'http://127.0.0.1:3002'

/**
 * A Bitcoin wallet without a window, for tests and demos, in Node and in browsers: real keys, real ECDSA and BIP-322
 * signatures, real PSBTs, transfers over an esplora API. It has one person and several faces: the Wallet Standard, the
 * `btc_providers` list, and the shapes of UniSat, OKX, Leather and Xverse, each put into a page by a function of its own.
 * It does what it is told by `script` otherwise. Nothing is requested before a site asks.
 * @example
 * const wallet = createBitcoinWallet({ esploraUrl: 'http://127.0.0.1:3002' })
 * wallet.script('signMessage', reject(), approve())
 * const unregister = registerStandard(wallet)
 * @throws when more accounts are wanted than there are keys
 */
export function createBitcoinWallet(options: BitcoinWalletOptions = {}): HeadlessBitcoinWallet {
  return createBitcoinCore(options).wallet
}

/** The wallet, and what its methods work on: for wallets that speak other chains as well. */
export function createBitcoinCore(options: BitcoinWalletOptions = {}): {
  readonly wallet: HeadlessBitcoinWallet
  readonly core: BitcoinCore
} {
  const { networks = ['mainnet'], without = [], esploraUrl = sandboxEsplora } = options
  const keys = createKeys(options.paymentType ?? 'p2wpkh', options.secrets)
  const lacks = (dialect: string, name: string) => without.includes(name) || without.includes(`${dialect}:${name}`)
  const features = (options.features ?? allFeatures).filter((name) => !lacks(...splitFeature(name)))
  const standard = standardMethods(features)

  const methodsOf = (dialect: Dialect) =>
    Object.keys(dialects[dialect]).filter(
      (name) => !lacks(dialect, name) && (dialect !== 'sats' || (options.methods?.includes(name) ?? true)),
    )
  const find = (method: string): MethodEntry | undefined => {
    const { dialect, name } = nameParts(method)
    if (dialect === 'standard') return features.some((feature) => feature === method) ? standard[method] : undefined
    return methodsOf(dialect).includes(name) ? dialects[dialect][name] : undefined
  }
  const prepare = (request: WalletRequest): Prepared => {
    const entry = find(request.method)
    if (!entry) throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${nameParts(request.method).name}" is not supported.`)
    const { run, ...asked } = entry.method(core, request)
    return { ...asked, run: async () => toAnswer(nameParts(request.method).dialect, request.id, await run()) }
  }
  const asksToConnect = (request: WalletRequest) => {
    if (find(request.method)?.kind !== 'connect') return false
    try {
      return prepare(request).ask !== undefined
    } catch {
      return false
    }
  }

  const [first = 'mainnet'] = networks
  const person: PersonCore<BitcoinExtra> = createPersonCore<BitcoinExtra>(options, {
    family: 'bitcoin',
    info: { name: 'Test Bitcoin Wallet', icon: ICON, rdns: 'test.headless.bitcoin' },
    maxAccounts: keys.max,
    extra: { network: options.network ?? first, purposes: {} },
    recall: (saved) => recallExtra(saved, networks),
    prepare,
    isConnecting: asksToConnect,
    tellAccounts(exposed, isFor) {
      const { permitted } = person.getState()
      const gone = (origin: string) => isFor(origin) && !permitted.includes(origin)
      const silent = (origin: string) => isFor(origin) && (exposed.length === 0 || !permitted.includes(origin))
      person.emit('change', { accounts: [] }, silent)
      person.emit('unisat:accountsChanged', [], silent)
      person.emit('okx:accountsChanged', [], silent)
      person.emit('okx:accountChanged', null, silent)
      person.emit('sats:disconnect', { type: 'disconnect' }, gone)
      for (const direct of ['unisat', 'okx']) person.emit(`${direct}:disconnect`, undefined, gone)
      if (exposed.length === 0) return
      for (const site of permitted.filter(isFor)) {
        const only = (origin: string) => origin === site
        const seen = addressesAt(core, site, exposed)
        const current = seen.find(({ purpose }) => purpose === core.directPurpose)
        person.emit('change', { accounts: seen.map(standardAccount(core, features)) }, only)
        person.emit('sats:accountChange', { type: 'accountChange', addresses: seen.map(satsAddress) }, only)
        for (const direct of ['unisat', 'okx']) person.emit(`${direct}:accountsChanged`, directAddresses(core, seen), only)
        person.emit('okx:accountChanged', current ? okxAccount(current) : null, only)
      }
    },
    goWrong(name) {
      const network = findNetwork(name, networks)
      if (network) moveTo(network)
    },
    follow(before, now) {
      if (before.network !== now.network) tellNetwork()
    },
  })

  const tellNetwork = () => {
    const info = chainInfo(core)
    person.emit('sats:networkChange', { type: 'networkChange', ...satsNetwork(core) })
    for (const direct of ['unisat', 'okx']) {
      person.emit(`${direct}:networkChanged`, info.network)
      person.emit(`${direct}:chainChanged`, info)
    }
    person.person.setAccounts(person.getState().exposed)
  }
  const moveTo = (network: (typeof networks)[number]) => {
    if (network === person.getState().network) return
    person.setState({ network })
    tellNetwork()
  }

  let queue: Promise<unknown> = Promise.resolve()
  const core: BitcoinCore = {
    person,
    keys,
    networks,
    directPurpose: options.directPurpose ?? 'payment',
    methodsOf,
    esplora() {
      const { network } = person.getState()
      return createEsplora(typeof esploraUrl === 'string' ? esploraUrl : esploraUrl[network], options.fetch)
    },
    moveTo,
    inOrder(task) {
      const result = queue.then(task)
      queue = result.catch(() => {})
      return result
    },
  }

  const config: StandardConfig = {
    name: person.info.name,
    icon: standardIcon(person.info.icon),
    chains: networks.map((network) => namesOf(network).chain),
    features: Object.fromEntries(
      features.map((name): [IdentifierString, StandardFeature] => [name, { version: '1.0.0', method: featureMethods[name] }]),
    ),
  }

  const plain = { port: person.person.port, script: person.person.script, waitFor: person.person.waitFor }
  const port = (origin: string): Eip1193Provider => {
    const inner = plain.port(origin)
    const worded: Eip1193Provider = {
      request(request) {
        const { dialect } = nameParts(request.method)
        const answered = inner.request(request)
        if (dialect === 'standard') return answered
        const id = person.person.log.at(-1)?.id ?? 0
        const said = answered.then(undefined, (error: unknown) => toFailure(dialect, id, error))
        return Object.hasOwn(answered, 'then') ? sayTwice(said) : said
      },
      on: (event, listener) => (inner.on(event, listener), worded),
      removeListener: (event, listener) => (inner.removeListener(event, listener), worded),
    }
    return worded
  }
  /** A name without a dialect is for all of them. */
  const widen =
    (match: RequestMatch): RequestMatch =>
    (request) =>
      isMeant(match, request)
  const walletFor = (origin: string) => createBitcoinFace(config, port(origin))

  let accounts: HeadlessBitcoinWallet['accounts'] = []
  let listed = ''
  const wallet = extendPerson(person.person, {
    origin: person.origin,
    port,
    script: (match: RequestMatch, ...behaviours: Parameters<typeof plain.script> extends [unknown, ...infer Rest] ? Rest : never) =>
      plain.script(widen(match), ...behaviours),
    waitFor: (match?: RequestMatch, waiting?: { readonly timeout?: number }) =>
      plain.waitFor(match === undefined ? undefined : widen(match), waiting),
    wallet: walletFor(person.origin),
    config,
    walletFor,
    methodsOf,
    switchNetwork(network: (typeof networks)[number]) {
      if (!networks.includes(network)) throw new Error(`The wallet does not know ${network}.`)
      moveTo(network)
    },
    /** The same list until there is one more account or another network, so that it can be a React snapshot. */
    get accounts() {
      const { count, network } = person.getState()
      if (listed !== `${count} ${network}`) {
        listed = `${count} ${network}`
        accounts = Array.from({ length: count }, (_, index) => keys.account(index, network))
      }
      return accounts
    },
  })
  return { wallet, core }
}

const allFeatures: readonly BitcoinFeatureName[] = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'bitcoin:connect',
  'bitcoin:disconnect',
  'bitcoin:events',
  'bitcoin:signMessage',
  'bitcoin:signTransaction',
  'bitcoin:signAndSendTransaction',
  'bitcoin:sendTransfer',
]

function splitFeature(name: BitcoinFeatureName): [family: string, method: string] {
  const [family = '', method = ''] = name.split(':')
  return [family, method]
}

function recallExtra(
  saved: Readonly<Record<string, unknown>>,
  networks: NonNullable<BitcoinWalletOptions['networks']>,
): Partial<BitcoinExtra> {
  const network = findNetwork(saved['network'], networks)
  const purposes: Record<string, ('payment' | 'ordinals')[]> = {}
  for (const [origin, list] of Object.entries(Object(saved['purposes']))) {
    if (Array.isArray(list)) purposes[origin] = list.filter((one) => one === 'payment' || one === 'ordinals')
  }
  return { ...(network && { network }), purposes }
}
