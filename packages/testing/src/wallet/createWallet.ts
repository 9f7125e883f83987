import { createScripts, matches, type Behaviour } from './behaviours.js'
import * as core from './core.js'
import { rpcError, rpcErrorCodes } from './errors.js'
import { createEvents } from './events.js'
import { readKeys } from './keys.js'
import { createMemory, type Remembered } from './memory.js'
import { isConnected } from './methods/accounts.js'
import { findMethod } from './methods/index.js'
import { createPrompts } from './prompts.js'
import { callNode } from './rpc.js'
import { addressAt, ownAddress, readOptions, recall } from './state.js'
import type { HeadlessWallet, PendingRequest, RequestArguments, WalletOptions, WalletRequest } from './types.js'
import { uuid } from './uuid.js'

const LOG_LENGTH = 1000

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
  const info = Object.freeze({
    uuid: options.uuid ?? uuid(),
    name: options.name ?? 'Test Wallet',
    icon: options.icon ?? ICON,
    rdns: options.rdns ?? 'test.headless.wallet',
  })
  const keys = readKeys(options)
  const memory = createMemory(options.persist, info.rdns)
  const origin = options.origin ?? (typeof location === 'undefined' ? 'http://localhost' : location.origin)
  const subscribers = new Set<() => void>()
  const changed = () => {
    for (const subscriber of [...subscribers]) subscriber()
  }

  let state = recall(readOptions(options, keys[0]?.address, origin), memory.load(), keys)
  let log: readonly WalletRequest[] = []
  let lastId = 0

  const events = createEvents()
  const scripts = createScripts()
  const prompts = createPrompts({ onChange: changed })
  /** Requests that wait only because the wallet is locked: with the policy `approve`, unlocking answers them. */
  const behindLock = new Set<number>()
  const connectingOrigins = new Set<string>()
  const queues = new Map<number, Promise<unknown>>()

  const wallet: core.WalletCore = {
    keys,
    supportsSwitch: options.supportsSwitch ?? true,
    supportsAdd: options.supportsAdd ?? true,
    bundles: new Map(),
    getState: () => state,
    setState(patch) {
      state = { ...state, ...patch }
      memory.save(state)
      changed()
    },
    emit: (event, payload, isFor = () => true) => events.emit({ event, payload, isFor }),
    callNode: (url, method, params) => callNode({ url, method, params, fetch: options.fetch }),
    inOrder(chainId, task) {
      const result = (queues.get(chainId) ?? Promise.resolve()).then(task)
      queues.set(
        chainId,
        result.catch(() => {}),
      )
      return result
    },
  }

  const unlock = () => {
    if (!state.locked) return
    wallet.setState({ locked: false })
    core.emitAccounts(wallet)
    const waiting = [...behindLock]
    behindLock.clear()
    if (state.policy !== 'approve') return
    for (const id of waiting) if (prompts.pending.some((prompt) => prompt.id === id)) prompts.approve(id)
  }

  const isAsking = ({ method, origin: site }: WalletRequest) =>
    connecting.has(method) && !(method === 'eth_requestAccounts' && isConnected(wallet, site))

  /** What happens when nobody scripted something else; `consent` is what a script says of the person. */
  const perform = async (request: WalletRequest, consent?: 'approve' | 'manual') => {
    if (!state.online) throw rpcError(rpcErrorCodes.disconnected)
    const method = findMethod(request.method)
    if (!method) throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${request.method}" is not supported.`)
    const { ask, run } = await method(wallet, request)
    if (ask !== undefined) await consult(request, ask, consent)
    return run()
  }

  const consult = async (request: WalletRequest, summary: string, consent: 'approve' | 'manual' | undefined) => {
    const decides = consent ?? state.policy
    const waitsForLock = state.locked && consent === undefined
    if (decides === 'manual' || waitsForLock) {
      if (waitsForLock && decides === 'approve') behindLock.add(request.id)
      await prompts.ask(request, summary)
    }
    unlock()
  }

  const goWrong = (request: WalletRequest, chainId: unknown) => {
    const isNumber = typeof chainId === 'number'
    if (request.method === 'eth_chainId') return isNumber ? core.toChainId(chainId) : chainId
    if (request.method === 'net_version') return isNumber ? String(chainId) : chainId
    if (isNumber) core.moveToChain(wallet, chainId)
    else wallet.emit('chainChanged', chainId)
    const claims = request.method === 'wallet_switchEthereumChain' || request.method === 'wallet_addEthereumChain'
    return claims ? null : perform(request, 'approve')
  }

  /** Says again what the site should know by now. */
  const repeat = (site: string) => {
    setTimeout(() => {
      const isFor = (other: string) => other === site
      wallet.emit('chainChanged', core.toChainId(state.chainId), isFor)
      if (state.permitted.includes(site)) wallet.emit('accountsChanged', core.accountsFor(wallet, site), isFor)
    })
  }

  const behave = async (request: WalletRequest, behaviour: Behaviour | undefined): Promise<unknown> => {
    switch (behaviour?.type) {
      case undefined:
        return perform(request)
      case 'approve':
      case 'manual':
        return perform(request, behaviour.type)
      case 'always':
        return behave(request, behaviour.then)
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, behaviour.ms))
        return behave(request, behaviour.then)
      case 'twice':
        try {
          return await behave(request, behaviour.then)
        } finally {
          repeat(request.origin)
        }
      case 'never':
        return new Promise(() => {})
      case 'reject':
        throw rpcError(behaviour.code, behaviour.message, behaviour.data)
      case 'throws':
        throw behaviour.value
      case 'garbage':
        return behaviour.value
      case 'wrongChain':
        return goWrong(request, behaviour.chainId)
    }
  }

  const answer = async (request: WalletRequest, behaviour: Behaviour | undefined): Promise<unknown> => {
    if (isFinal(behaviour) || !isAsking(request)) return behave(request, behaviour)
    const site = request.origin
    if (connectingOrigins.has(site)) {
      throw rpcError(rpcErrorCodes.alreadyPending, `Request of type '${request.method}' already pending for origin ${site}.`)
    }
    connectingOrigins.add(site)
    try {
      return await behave(request, behaviour)
    } finally {
      connectingOrigins.delete(site)
    }
  }

  const receive = (site: string, { method, params }: RequestArguments): Promise<unknown> => {
    lastId += 1
    const request: WalletRequest = { id: lastId, method, params, origin: site }
    log = [...log, request].slice(-LOG_LENGTH)
    const behaviour = scripts.take(request)
    changed()
    const answered = answer(request, behaviour)
    return behaviour?.type === 'twice' ? sayTwice(answered) : answered
  }

  const port = (site: string) => events.port(site, (request) => receive(site, request))
  const provider = Object.assign(port(origin), options.flags)

  const follow = (remembered: Remembered) => {
    const before = state
    state = recall(state, remembered, keys)
    changed()
    if (before.chainId !== state.chainId) wallet.emit('chainChanged', core.toChainId(state.chainId))
    for (const site of new Set([...before.permitted, ...state.permitted])) {
      const now = core.accountsFor(wallet, site)
      const then = before.locked || !before.permitted.includes(site) ? [] : before.exposed
      if (now.join() !== then.join()) wallet.emit('accountsChanged', now, (other) => other === site)
    }
  }
  const unwatch = memory.watch(follow)

  return {
    info,
    provider,
    accounts: keys.map((key) => key.address),
    get state() {
      return state
    },
    get pending() {
      return prompts.pending
    },
    get log() {
      return log
    },
    request: (request) => provider.request(request),
    on: (event, listener) => provider.on(event, listener),
    removeListener: (event, listener) => provider.removeListener(event, listener),
    port,
    script: (match, ...behaviours) => scripts.add(match, behaviours),
    approve(id) {
      prompts.approve(id)
    },
    reject(id, error) {
      prompts.reject(id, error)
    },
    waitFor(match, { timeout = 5000 } = {}) {
      return new Promise<PendingRequest>((resolve, reject) => {
        const look = () => {
          const found = prompts.pending.find((request) => matches(match, request))
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
    setPolicy: (policy) => wallet.setState({ policy }),
    setAccounts(wanted) {
      const exposed = typeof wanted === 'number' ? [addressAt(keys, wanted)] : wanted.map((address) => ownAddress(keys, address))
      wallet.setState({ exposed })
      core.emitAccounts(wallet)
    },
    switchChain(chainId) {
      if (state.chains[chainId] === undefined) throw new Error(`The wallet does not know chain ${chainId}.`)
      core.moveToChain(wallet, chainId)
    },
    disconnect({ origin: site, event = false } = {}) {
      core.revoke(wallet, site)
      const isFor = (other: string) => site === undefined || other === site
      if (event) wallet.emit('disconnect', rpcError(rpcErrorCodes.disconnected), isFor)
    },
    lock() {
      if (state.locked) return
      wallet.setState({ locked: true })
      core.emitAccounts(wallet)
    },
    unlock,
    setOnline(online) {
      if (online === state.online) return
      wallet.setState({ online })
      if (online) wallet.emit('connect', { chainId: core.toChainId(state.chainId) })
      else wallet.emit('disconnect', rpcError(rpcErrorCodes.disconnected))
    },
    emit: (event, payload) => wallet.emit(event, payload),
    subscribe(listener) {
      // Wrapped, so that the same function can subscribe twice.
      const subscriber = () => listener()
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    listen: (listener) => events.listen(listener),
    reset() {
      scripts.clear()
      log = []
      prompts.rejectAll()
    },
    close() {
      unwatch()
      prompts.rejectAll()
    },
  }
}

/** Whether the outcome is settled without anything being asked, so that it neither waits for others nor makes them wait. */
function isFinal(behaviour: Behaviour | undefined): boolean {
  switch (behaviour?.type) {
    case 'never':
    case 'reject':
    case 'throws':
    case 'garbage':
      return true
    default:
      return false
  }
}

/** A promise whose `then` runs its callbacks a second time. `await` hears it once. */
function sayTwice(promise: Promise<unknown>): Promise<unknown> {
  // A promise of its own, because the `then` of the first one is about to change.
  const plain = promise.then((value) => value)
  plain.catch(() => {})
  const then: typeof promise.then = (onAnswer, onError) => {
    const first = plain.then(onAnswer, onError)
    plain.then(onAnswer, onError).catch(() => {})
    return first
  }
  return Object.defineProperty(promise, 'then', { value: then })
}
