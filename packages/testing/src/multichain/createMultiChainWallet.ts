import type { Wallet } from '@wallet-standard/base'
import { createBitcoinCore } from '../bitcoin/createBitcoinWallet.js'
import { isMeant } from '../bitcoin/names.js'
import { createBitcoinFace } from '../bitcoin/standardFace.js'
import { createStandardFace } from '../shared/standard.js'
import { createSolanaWallet } from '../solana/createSolanaWallet.js'
import { createWallet } from '../wallet/createWallet.js'
import type { Eip1193Provider, RequestArguments } from '../wallet/types.js'
import { uuid } from '../wallet/uuid.js'
import { combineFaces } from './combineFaces.js'
import { createRequests, scriptAll, type Side } from './sides.js'
import type { ChainFamily, HeadlessMultiChainWallet, MultiChainPendingRequest, MultiChainState, MultiChainWalletOptions } from './types.js'

const ICON =
  'data:image/svg+xml,' +
  '%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="24" fill="%23087f5b"/%3E' +
  '%3Cg fill="none" stroke="%23fff" stroke-width="6"%3E%3Ccircle cx="36" cy="40" r="14"/%3E%3Ccircle cx="60" cy="40" r="14"/%3E' +
  '%3Ccircle cx="48" cy="60" r="14"/%3E%3C/g%3E%3C/svg%3E'

/** The sandbox's chains. */
const sandboxChains = { 1: 'http://127.0.0.1:8545', 10: 'http://127.0.0.1:8546', 8453: 'http://127.0.0.1:8547' }

/**
 * A wallet that speaks EVM, Solana and Bitcoin, for tests and demos: three whole wallets with one name, one person and one
 * account number. Sites find it by EIP-6963 and, Solana and Bitcoin together, as one Wallet Standard wallet.
 * `standard:connect` is one question and opens both of those; EVM is asked for on its own, as `bitcoin:connect` is.
 * @example
 * const wallet = createMultiChainWallet({ name: 'Everywhere', accounts: 2 })
 * const off = announceMultiChain(wallet)
 * @throws when it is left without any chain
 */
export function createMultiChainWallet(options: MultiChainWalletOptions = {}): HeadlessMultiChainWallet {
  const { evm: evmOptions = {}, solana: solanaOptions = {}, bitcoin: bitcoinOptions = {}, ...shared } = options
  const info = Object.freeze({
    uuid: options.uuid ?? uuid(),
    name: options.name ?? 'Test Multi-chain Wallet',
    icon: options.icon ?? ICON,
    rdns: options.rdns ?? 'test.headless.multichain',
  })
  const person = { ...shared, ...info }
  const { accounts: count = 1, accountsShown: _shown, ...ofEvm } = person

  const evm = evmOptions === false ? undefined : createWallet({ chains: sandboxChains, count, ...ofEvm, ...evmOptions })
  const solana = solanaOptions === false ? undefined : createSolanaWallet({ ...person, ...solanaOptions })
  const bitcoinSide = bitcoinOptions === false ? undefined : createBitcoinCore({ ...person, ...bitcoinOptions })
  const bitcoin = bitcoinSide?.wallet
  const origin = options.origin ?? (typeof location === 'undefined' ? 'http://localhost' : location.origin)

  const candidates: readonly { readonly family: ChainFamily; readonly wallet: Side['wallet'] | undefined }[] = [
    { family: 'eip155', wallet: evm },
    { family: 'solana', wallet: solana },
    { family: 'bip122', wallet: bitcoin },
  ]
  const sides = candidates.flatMap(({ family, wallet }): Side[] => (wallet ? [{ family, wallet }] : []))
  const [first] = sides
  if (!first) throw new Error('A wallet needs at least one chain.')

  const requests = createRequests(sides)
  const subscribers = new Set<() => void>()
  let state: MultiChainState
  let pending: readonly MultiChainPendingRequest[] = []
  let log: HeadlessMultiChainWallet['log'] = []

  const read = (): MultiChainState => {
    const { policy, locked, online } = first.wallet.state
    const permitted = Object.fromEntries(sides.map(({ family, wallet }) => [family, wallet.state.permitted]))
    const ofEvm = evm?.accounts.findIndex((address) => address === evm.state.exposed[0])
    const account = solana?.state.exposed[0] ?? bitcoin?.state.exposed[0] ?? ofEvm ?? 0
    return { policy, locked, online, account, permitted }
  }
  let isLocked = first.wallet.state.locked
  let isFollowing = false
  const changed = () => {
    requests.look()
    if (isFollowing) return
    // One side that is unlocked to answer its request unlocks the whole wallet.
    const other = sides.find(({ wallet }) => wallet.state.locked !== isLocked)
    if (other) {
      isLocked = other.wallet.state.locked
      isFollowing = true
      for (const { wallet } of sides) {
        if (isLocked) wallet.lock()
        else wallet.unlock()
      }
      isFollowing = false
    }
    state = read()
    pending = requests.pending()
    log = requests.log()
    for (const subscriber of [...subscribers]) subscriber()
  }
  const offs = sides.map(({ wallet }) => wallet.subscribe(changed))
  state = read()

  /** Solana's way in. What opens it for a site opens Bitcoin for it as well. */
  const solanaPort = (site: string): Eip1193Provider | undefined => {
    const port = solana?.port(site)
    if (!port || !bitcoinSide) return port
    return wrap(port, (request) => {
      const isSilent = Array.isArray(request.params) && Reflect.get(Object(request.params[0]), 'silent') === true
      const answered = port.request(request)
      const follow = () => {
        if (solana?.state.permitted.includes(site)) bitcoinSide.core.person.permit(site)
      }
      if (request.method === 'standard:connect' && !isSilent) answered.then(follow).catch(() => {})
      return answered
    })
  }
  /** Bitcoin's way in. It says whether the site has connected to Bitcoin by itself, for {@link combineFaces}. */
  const bitcoinPort = (site: string): Eip1193Provider | undefined => {
    const port = bitcoin?.port(site)
    if (!port || !bitcoin || !solana) return port
    return wrap(port, async (request) => {
      const answer = await port.request(request)
      if (request.method !== 'standard:connect') return answer
      return { ...Object(answer), apart: bitcoin.state.purposes[site] !== undefined }
    })
  }
  const walletFor = (site: string): Wallet | undefined => {
    const ports = { solana: solanaPort(site), bitcoin: bitcoinPort(site) }
    const faces = [
      ...(solana && ports.solana ? [createStandardFace(solana.config, ports.solana)] : []),
      ...(bitcoin && ports.bitcoin ? [createBitcoinFace(bitcoin.config, ports.bitcoin)] : []),
    ]
    return faces.length === 0 ? undefined : combineFaces(faces)
  }

  const wallet: HeadlessMultiChainWallet = {
    info,
    origin,
    evm,
    solana,
    bitcoin,
    wallet: walletFor(origin),
    walletFor,
    portFor(family, site) {
      if (family === 'solana') return solanaPort(site)
      return family === 'eip155' ? evm?.port(site) : bitcoinPort(site)
    },
    get state() {
      return state
    },
    get pending() {
      return pending
    },
    get log() {
      return log
    },
    script: (match, ...behaviours) => scriptAll(sides, match, behaviours),
    approve(id) {
      const found = requests.find(id)
      found.side.wallet.approve(found.id)
    },
    reject(id, error) {
      const found = requests.find(id)
      found.side.wallet.reject(found.id, error)
    },
    waitFor(match, { timeout = 5000 } = {}) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = pending.find((request) => isMeant(match, request))
          if (found) stop(() => resolve(found))
        }
        const stop = (settle: () => void) => {
          clearTimeout(timer)
          subscribers.delete(look)
          settle()
        }
        const late = () => stop(() => reject(new Error(`No such request came to wait within ${timeout} ms.`)))
        const timer = setTimeout(late, timeout)
        subscribers.add(look)
        look()
      })
    },
    setPolicy(policy) {
      for (const side of sides) side.wallet.setPolicy(policy)
    },
    selectAccount(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) throw new Error(`The wallet has no account ${index}.`)
      evm?.setAccounts(index)
      solana?.selectAccount(index)
      bitcoin?.selectAccount(index)
    },
    disconnect({ origin: site, family } = {}) {
      for (const side of sides) {
        if (family === undefined || side.family === family) side.wallet.disconnect(site === undefined ? {} : { origin: site })
      }
    },
    forget: (site) => wallet.disconnect(site === undefined ? {} : { origin: site }),
    lock() {
      for (const side of sides) side.wallet.lock()
    },
    unlock() {
      for (const side of sides) side.wallet.unlock()
    },
    setOnline(online) {
      for (const side of sides) side.wallet.setOnline(online)
    },
    subscribe(listener) {
      // Wrapped, so that the same function can subscribe twice.
      const subscriber = () => listener()
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    reset() {
      for (const side of sides) side.wallet.reset()
    },
    close() {
      for (const off of offs) off()
      for (const side of sides) side.wallet.close()
    },
  }
  return wallet
}

/** The same way in, but for what its requests go through. */
function wrap(port: Eip1193Provider, request: (request: RequestArguments) => Promise<unknown>): Eip1193Provider {
  const wrapped: Eip1193Provider = {
    request,
    on: (event, listener) => (port.on(event, listener), wrapped),
    removeListener: (event, listener) => (port.removeListener(event, listener), wrapped),
  }
  return wrapped
}
