import { createPersonCore } from '../shared/person.js'
import * as core from './core.js'
import { rpcError, rpcErrorCodes } from './errors.js'
import { readKeys } from './keys.js'
import { isConnected } from './methods/accounts.js'
import { findMethod } from './methods/index.js'
import { createRecord, indexOf, type ChainState, type State } from './record.js'
import { callNode } from './rpc.js'
import type { HeadlessWallet, WalletOptions, WalletRequest, WalletState } from './types.js'

const ICON =
  'data:image/svg+xml,' +
  '%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="24" fill="%233b5bdb"/%3E' +
  '%3Cpath d="M26 34h40a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V32" fill="none" stroke="%23fff" stroke-width="6"/%3E' +
  '%3Ccircle cx="59" cy="52" r="5" fill="%23fff"/%3E%3C/svg%3E'

/** Methods of which a site may have one waiting: a second one is answered with -32002. */
const connecting = new Set(['eth_requestAccounts', 'wallet_requestPermissions'])

/**
 * A wallet without a window, for tests and demos, in Node and in browsers: real keys, real signatures and real
 * transactions through the nodes of `chains`; answers EIP-1193 (with EIP-1102, 2255, 3085, 3326, 5792) with its errors,
 * and does what it is told by `script` otherwise. Nothing is requested before a site asks.
 * @example
 * const wallet = createWallet({ chains: { 1: 'http://127.0.0.1:8545' } })
 * wallet.script('eth_requestAccounts', reject(), approve())
 * const unannounce = announce(wallet)
 */
export function createWallet(options: WalletOptions): HeadlessWallet {
  const keys = readKeys(options)
  const addresses = keys.map((key) => key.address)
  const chainId = options.chainId ?? Number(Object.keys(options.chains)[0])
  if (!Number.isSafeInteger(chainId)) throw new Error('A wallet needs at least one chain.')
  const queues = new Map<number, Promise<unknown>>()
  const addressesAt = (indexes: readonly number[]) => indexes.flatMap((index) => addresses[index] ?? [])

  const base = createPersonCore<ChainState>(
    { ...options, accounts: keys.length, accountsShown: 1 },
    {
      family: 'wallet',
      info: { name: 'Test Wallet', icon: ICON, rdns: 'test.headless.wallet' },
      maxAccounts: keys.length,
      extra: { chainId, chains: options.chains },
      record: createRecord(keys),
      prepare(request) {
        const method = findMethod(request.method, wallet)
        if (!method) throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${request.method}" is not supported.`)
        return method(wallet, request)
      },
      isConnecting: ({ method, origin }) => connecting.has(method) && !(method === 'eth_requestAccounts' && isConnected(wallet, origin)),
      tellAccounts: (exposed, isFor) => base.emit('accountsChanged', addressesAt(exposed), isFor),
      repeat(origin) {
        const isFor = (other: string) => other === origin
        base.emit('chainChanged', core.toChainId(base.getState().chainId), isFor)
        if (base.getState().permitted.includes(origin)) base.emit('accountsChanged', core.accountsFor(wallet, origin), isFor)
      },
      goWrong,
      follow(before, now) {
        if (before.chainId !== now.chainId) base.emit('chainChanged', core.toChainId(now.chainId))
      },
    },
  )
  const { person } = base

  let shown: { readonly of: State; readonly state: WalletState } | undefined
  /** The state with addresses: the same object until something changes. */
  const getState = (): WalletState => {
    const of = base.getState()
    if (shown?.of === of) return shown.state
    const { count: _count, exposed, ...rest } = of
    shown = { of, state: { ...rest, exposed: addressesAt(exposed) } }
    return shown.state
  }

  const wallet: core.WalletCore = {
    keys,
    supportsSwitch: options.supportsSwitch ?? true,
    supportsAdd: options.supportsAdd ?? true,
    batches: options.batches ?? 'unsupported',
    bundles: new Map(),
    upgraded: new Set(),
    getState,
    setChain: base.setState,
    permit: base.permit,
    revoke: (origin) => person.disconnect(origin === undefined ? {} : { origin }),
    emit: base.emit,
    callNode: (url, method, params) => callNode({ url, method, params, fetch: options.fetch }),
    inOrder(chain, task) {
      const result = (queues.get(chain) ?? Promise.resolve()).then(task)
      queues.set(
        chain,
        result.catch(() => {}),
      )
      return result
    },
  }

  function goWrong(wrong: unknown, { method }: WalletRequest) {
    const isNumber = typeof wrong === 'number'
    if (method === 'eth_chainId') return { answer: isNumber ? core.toChainId(wrong) : wrong }
    if (method === 'net_version') return { answer: isNumber ? String(wrong) : wrong }
    if (isNumber) core.moveToChain(wallet, wrong)
    else base.emit('chainChanged', wrong)
    return method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain' ? { answer: null } : undefined
  }

  const provider = Object.assign(person.port(base.origin), options.flags)
  const disconnected = () => rpcError(rpcErrorCodes.disconnected)

  return {
    info: base.info,
    provider,
    accounts: addresses,
    get state() {
      return getState()
    },
    get pending() {
      return person.pending
    },
    get log() {
      return person.log
    },
    request: (request) => provider.request(request),
    on: (event, listener) => provider.on(event, listener),
    removeListener: (event, listener) => provider.removeListener(event, listener),
    port: person.port,
    script: person.script,
    approve: person.approve,
    reject: person.reject,
    waitFor: person.waitFor,
    setPolicy: person.setPolicy,
    setAccounts(wanted) {
      if (typeof wanted === 'number') return person.setAccounts(wanted)
      person.setAccounts(
        wanted.map((address) => {
          const index = indexOf(keys, address)
          if (index < 0) throw new Error(`The wallet has no key for ${address}.`)
          return index
        }),
      )
    },
    switchChain(chain) {
      if (getState().chains[chain] === undefined) throw new Error(`The wallet does not know chain ${chain}.`)
      core.moveToChain(wallet, chain)
    },
    disconnect({ origin, event = false } = {}) {
      wallet.revoke(origin)
      if (event) base.emit('disconnect', disconnected(), (other) => origin === undefined || other === origin)
    },
    lock: person.lock,
    unlock: person.unlock,
    setOnline(online) {
      if (online === getState().online) return
      person.setOnline(online)
      if (online) base.emit('connect', { chainId: core.toChainId(getState().chainId) })
      else base.emit('disconnect', disconnected())
    },
    emit: person.emit,
    subscribe: person.subscribe,
    listen: person.listen,
    reset: person.reset,
    close: person.close,
  }
}
