import { createScripts, matches, type Behaviour } from '../wallet/behaviours.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { createEvents } from '../wallet/events.js'
import { createPrompts } from '../wallet/prompts.js'
import type { PendingRequest, RequestArguments, WalletInfo, WalletRequest } from '../wallet/types.js'
import { uuid } from '../wallet/uuid.js'
import { behave, isFinal, sayTwice } from './answering.js'
import { createRecordMemory } from './memory.js'
import { readOptions, recall } from './state.js'
import type { HeadlessPerson, PersonOptions, PersonState } from './types.js'

const LOG_LENGTH = 1000

type Audience = (origin: string) => boolean

/** What a chain's wallet adds to the person: its methods, its events, and what it knows beside accounts. */
export interface ChainSide<Extra extends object> {
  /** Names its place in storage, for example `solana`. */
  readonly family: string
  /** What the wallet says about itself unless told otherwise. */
  readonly info: Omit<WalletInfo, 'uuid'>
  /** How many accounts there can be at most. */
  readonly maxAccounts: number
  /** What it knows beside accounts, for example a network. Kept in `state`, and remembered. */
  readonly extra: Extra
  /** The well-formed part of `extra` in what is remembered. Default: nothing. */
  recall?(saved: Readonly<Record<string, unknown>>): Partial<Extra>
  /** How all of it is remembered, where that is not its state as it stands. `read` gives back what it was given where nothing counts. */
  readonly record?: {
    write(state: PersonState & Extra): object
    read(saved: Readonly<Record<string, unknown>>, state: PersonState & Extra): PersonState & Extra
  }
  /** Checks a request and says what it would do. @throws ProviderRpcError when it is refused without asking */
  prepare(request: WalletRequest): Prepared | Promise<Prepared>
  /** Whether this request asks the person to connect: a site may have one such request waiting, a second meets -32002. */
  isConnecting(request: WalletRequest): boolean
  /** Sends the chain's own event: these sites see these accounts from now on, by index, the active one first. */
  tellAccounts(exposed: readonly number[], isFor: Audience): void
  /** Says again what a site should know by now. Default: its accounts. */
  repeat?(origin: string): void
  /** Moves to another chain for the behaviour `wrongChain`. Default: stays. What it returns is the answer, instead of what was asked. */
  goWrong?(chainId: unknown, request: WalletRequest): { readonly answer: unknown } | undefined | void
  /** Sends what else changed when another tab saved. */
  follow?(before: PersonState & Extra, now: PersonState & Extra): void
}

/** What a chain's methods work on. */
export interface PersonCore<Extra extends object = object> {
  /** The part that becomes the wallet's public face to tests: spread it, or hand it on. */
  readonly person: HeadlessPerson<PersonState & Extra>
  readonly info: WalletInfo
  /** The site that the wallet's own face belongs to. */
  readonly origin: string
  getState(): PersonState & Extra
  /** Replaces these parts of the state, remembers it, and tells subscribers. */
  setState(patch: Partial<PersonState & Extra>): void
  emit(event: string, payload: unknown, isFor?: Audience): void
  /** The accounts that this site sees, by index: none before it is permitted, nor while the wallet is locked. */
  seenBy(origin: string): readonly number[]
  /** Whether the account may be used by this site. A locked wallet still takes the request, and asks before it shows it. */
  mayUse(origin: string, index: number): boolean
  /** Gives permission, and tells the site. */
  permit(origin: string): void
}

/**
 * A wallet without a chain: permissions, prompts, scripts, lock, log, memory and events. A chain's wallet adds its methods.
 * @throws when `options.accounts` is out of range
 */
export function createPersonCore<Extra extends object>(options: PersonOptions, chain: ChainSide<Extra>): PersonCore<Extra> {
  type State = PersonState & Extra
  const info = Object.freeze({
    uuid: options.uuid ?? uuid(),
    name: options.name ?? chain.info.name,
    icon: options.icon ?? chain.info.icon,
    rdns: options.rdns ?? chain.info.rdns,
  })
  const origin = options.origin ?? (typeof location === 'undefined' ? 'http://localhost' : location.origin)
  const shown = options.accountsShown ?? 1
  const memory = createRecordMemory(options.persist, `portico-testing:${chain.family}:${info.rdns}`)
  const subscribers = new Set<() => void>()
  const changed = () => {
    for (const subscriber of [...subscribers]) subscriber()
  }

  const withSaved = (from: State, saved: Readonly<Record<string, unknown>> | undefined): State => {
    if (saved && chain.record) return chain.record.read(saved, from)
    const remembered = recall(saved, chain.maxAccounts)
    return saved && remembered ? { ...from, ...chain.recall?.(saved), ...remembered } : from
  }
  const first = { ...chain.extra, ...readOptions(options, chain.maxAccounts, origin) }
  let state = withSaved(first, memory.load())
  let log: readonly WalletRequest[] = []
  let lastId = 0

  const events = createEvents()
  const scripts = createScripts()
  const prompts = createPrompts({ onChange: changed })
  /** Requests that wait only because the wallet is locked: with the policy `approve`, unlocking answers them. */
  const behindLock = new Set<number>()
  const connectingOrigins = new Set<string>()

  const setState = (patch: Partial<State>) => {
    state = { ...state, ...patch }
    const { policy: _policy, online: _online, ...remembered } = state
    memory.save(chain.record?.write(state) ?? remembered)
    changed()
  }
  const patchPerson = (patch: Partial<PersonState>) => {
    state = { ...state, ...patch }
    setState({})
  }
  const seenIn = ({ locked, permitted, exposed }: PersonState, site: string) => (locked || !permitted.includes(site) ? [] : exposed)
  const tellAll = () => {
    const { permitted, locked, exposed } = state
    chain.tellAccounts(locked ? [] : exposed, (site) => permitted.includes(site))
  }

  const unlock = () => {
    if (!state.locked) return
    patchPerson({ locked: false })
    tellAll()
    const waiting = [...behindLock]
    behindLock.clear()
    if (state.policy !== 'approve') return
    for (const id of waiting) if (prompts.pending.some((prompt) => prompt.id === id)) prompts.approve(id)
  }

  /** What happens when nobody scripted something else; `consent` is what a script says of the person. */
  const perform = async (request: WalletRequest, consent?: 'approve' | 'manual') => {
    if (!state.online) throw rpcError(rpcErrorCodes.disconnected)
    const { ask, run } = await chain.prepare(request)
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

  const answer = async (request: WalletRequest, behaviour: Behaviour | undefined): Promise<unknown> => {
    const site = request.origin
    const answering = {
      perform: (consent?: 'approve' | 'manual') => perform(request, consent),
      repeat() {
        const again = chain.repeat ?? (() => chain.tellAccounts(seenIn(state, site), (other) => other === site))
        setTimeout(() => again(site))
      },
      async goWrong(chainId: unknown) {
        const instead = chain.goWrong?.(chainId, request)
        return instead ? instead.answer : perform(request, 'approve')
      },
    }
    if (isFinal(behaviour) || !chain.isConnecting(request)) return behave(behaviour, answering)
    if (connectingOrigins.has(site)) {
      throw rpcError(rpcErrorCodes.alreadyPending, `Request of type '${request.method}' already pending for origin ${site}.`)
    }
    connectingOrigins.add(site)
    try {
      return await behave(behaviour, answering)
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

  const unwatch = memory.watch((saved) => {
    const before = state
    state = withSaved(state, saved)
    changed()
    for (const site of new Set([...before.permitted, ...state.permitted])) {
      const now = seenIn(state, site)
      if (now.join() !== seenIn(before, site).join()) chain.tellAccounts(now, (other) => other === site)
    }
    chain.follow?.(before, state)
  })

  const expose = (exposed: readonly number[]) => {
    for (const index of exposed) {
      if (!Number.isInteger(index) || index < 0 || index >= state.count) throw new Error(`The wallet has no account ${index}.`)
    }
    patchPerson({ exposed: [...new Set(exposed)] })
    tellAll()
  }

  const disconnect = (site?: string) => {
    const gone = state.permitted.filter((one) => site === undefined || one === site)
    if (gone.length === 0) return
    patchPerson({ permitted: state.permitted.filter((one) => !gone.includes(one)) })
    chain.tellAccounts([], (one) => gone.includes(one))
  }

  const person: HeadlessPerson<State> = {
    info,
    get state() {
      return state
    },
    get pending() {
      return prompts.pending
    },
    get log() {
      return log
    },
    port: (site) => events.port(site, (request) => receive(site, request)),
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
    setPolicy: (policy) => patchPerson({ policy }),
    setAccounts: (wanted) => expose(typeof wanted === 'number' ? [wanted] : wanted),
    selectAccount: (index) => expose([index, ...state.exposed.filter((other) => other !== index)].slice(0, shown)),
    addAccount() {
      const { count, exposed } = state
      if (count >= chain.maxAccounts) throw new Error(`A wallet has at most ${chain.maxAccounts} accounts.`)
      patchPerson({ count: count + 1 })
      if (exposed.length < shown) expose([...exposed, count])
      return count
    },
    disconnect: ({ origin: site } = {}) => disconnect(site),
    forget: (site) => disconnect(site),
    lock() {
      if (state.locked) return
      patchPerson({ locked: true })
      tellAll()
    },
    unlock,
    setOnline: (online) => patchPerson({ online }),
    emit: (event, payload) => events.emit({ event, payload, isFor: () => true }),
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

  return {
    person,
    info,
    origin,
    getState: () => state,
    setState,
    emit: (event, payload, isFor = () => true) => events.emit({ event, payload, isFor }),
    seenBy: (site) => seenIn(state, site),
    mayUse: (site, index) => state.permitted.includes(site) && state.exposed.includes(index),
    permit(site) {
      if (state.permitted.includes(site)) return
      patchPerson({ permitted: [...state.permitted, site] })
      chain.tellAccounts(seenIn(state, site), (other) => other === site)
    },
  }
}

/** The person with a chain's own properties beside: getters stay getters, so that snapshots stay live. */
export function extendPerson<Person extends object, Own extends object>(person: Person, own: Own): Person & Own {
  return Object.defineProperties(person, Object.getOwnPropertyDescriptors(own)) as Person & Own
}
