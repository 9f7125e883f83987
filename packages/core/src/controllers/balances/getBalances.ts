import { findNetwork } from '../network/store.js'
import { NetworkNotConfiguredError } from '../network/errors.js'
import { BalanceUnavailableError } from '../account/errors.js'
import { balanceCooldown } from '../account/refresh.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { request } from '../../kit/http/request.js'
import { NetworkFailureError, RequestAbortedError } from '../../kit/http/errors.js'
import { readTimeout } from '../../kit/http/send.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { inSlices } from '../../kit/slices.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture, isServed } from '../../portico/gateway.js'
import { currentEntry, routerStore } from '../../router/store.js'
import { showToast, toastStore } from '../../toast/toast.js'
import { getTokenBalances } from './getTokenBalances.js'
import { isShutDown } from './isShutDown.js'
import { noteComplete, renewed, toldOf } from './incomplete.js'
import { balanceAnswer, tokenOf } from './schema.js'
import { ranked } from './ranked.js'
import { asKnown } from './asKnown.js'
import { tokenKey, type HeldToken, type HolderParameters } from './token.js'
import { withChoices } from './withChoices.js'

interface Failure {
  readonly at: number
  readonly error: BalanceUnavailableError
  /** Only the gateway failed: the chain can be asked. */
  readonly chainTells: boolean
  /** The visitor was told of this outage. */
  readonly said: boolean
}

/** When the balances of an account failed last, and why, by CAIP-10 id. */
const failuresOf = defineSlot<Map<string, Failure>>('portfolio failures', () => new Map())
/** How long a gateway that answered 503 is left alone unless somebody asks for it, in milliseconds. */
const shutDownSilence = 5 * 60_000
/** Accounts that something is known to have happened to, and what last: caches of the gateway are not good enough for them, once. */
const changedOf = defineSlot<Map<string, object>>('changed accounts', () => new Map())

/**
 * Says that an account's balances have changed, as after a transaction of its own: they are asked anew, and no cache answers.
 * @example noteChange(portico, { address, networkId }) // something was sent by other means: what is cached counts as old
 */
export function noteChange(portico: Portico, { address, networkId }: HolderParameters): void {
  const id = accountIdOf(networkId, address)
  changedOf(portico).set(id, {})
  failuresOf(portico).delete(id)
}

export interface GetBalancesParameters extends HolderParameters {
  readonly signal?: AbortSignal
}

/**
 * What an account holds on a network: its own coin and its tokens, with prices where somebody knows them, the most valuable first.
 * Asks the gateway at `apiUrl` where it serves the network, else the chain. Tokens without decimals are left out; those that the visitor
 * has hidden are marked, those that they have added are there. After a failure who failed is not asked for 30 s, a gateway that
 * answered 503 for 5 min, and while the modal is open the toast 'Token Balance Unavailable' says so (R11). Where only the gateway failed,
 * or took longer than 10 s, it is what the chain can say, and `incompleteStore` has the account.
 * @example const tokens = await getBalances(portico, { address, networkId: 'eip155:8453' })
 * @throws {@link BalanceUnavailableError} where the chain cannot tell either; its `cause` is what went wrong first
 * @throws {@link RequestAbortedError}
 */
export async function getBalances(portico: Portico, { address, networkId, signal }: GetBalancesParameters): Promise<readonly HeldToken[]> {
  if (!address) throw new InvalidOptionError({ option: 'address', problem: 'balances need an address' })
  const id = accountIdOf(networkId, address)
  const failures = failuresOf(portico)
  const standing = standingFailure(failures.get(id))
  if (standing && !standing.chainTells) throw standing.error
  const parameters = { address, networkId, ...(signal && { signal }) }
  let gatewayError = standing?.error
  let tokens: readonly HeldToken[] | undefined
  if (!gatewayError) {
    try {
      const ask = async (limited: AbortSignal) =>
        (await isServed(portico, networkId)) ? fromGateway(portico, { address, networkId, signal: limited }, id) : undefined
      tokens = portico.options.apiUrl ? await inTime(ask, signal) : undefined
      if (tokens) toldOf(portico).set(id, tokens)
    } catch (cause) {
      if (signal?.aborted || cause instanceof RequestAbortedError) throw cause
      gatewayError = noteFailure(portico, id, { cause, chainTells: true })
    }
  }
  if (!tokens) {
    try {
      const chain = await fromChain(portico, parameters)
      tokens = gatewayError ? renewed(toldOf(portico).get(id) ?? [], chain) : chain
    } catch (cause) {
      if (signal?.aborted || cause instanceof RequestAbortedError) throw cause
      throw noteFailure(portico, id, { cause: gatewayError?.cause ?? cause, chainTells: false })
    }
  }
  if (!gatewayError) failures.delete(id)
  const known = await asKnown(portico, parameters, ranked(await withChoices(portico, parameters, tokens)))
  noteComplete(portico, id, !gatewayError)
  return known
}

/** A failure that is too young for another try; one from a clock that was put back is none (R16). */
function standingFailure(failure: Failure | undefined): Failure | undefined {
  if (!failure) return undefined
  const since = Date.now() - failure.at
  const silence = failure.chainTells && isShutDown(failure.error) ? shutDownSilence : balanceCooldown
  return since >= 0 && since < silence ? failure : undefined
}

/** Remembers a failure, and says so while the modal is open, once until it is over (R11). */
function noteFailure(portico: Portico, id: string, { cause, chainTells }: { readonly cause: unknown; readonly chainTells: boolean }) {
  const error = new BalanceUnavailableError({ cause })
  const failures = failuresOf(portico)
  const said = failures.get(id)?.said === true
  const isOpen = currentEntry(routerStore(portico).getState()) !== undefined
  failures.set(id, { at: Date.now(), error, chainTells, said: said || isOpen })
  if (isOpen && !said && toastStore(portico).getState().toast?.error?.name !== error.name)
    showToast(portico, { variant: 'error', message: error.message, error })
  return error
}

/** The gateway has as long as one call may take (R9), with all that it takes: who waits is then told what the chain knows. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const limit = new AbortController()
  const stop = () => limit.abort()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NetworkFailureError({ path: 'the gateway', cause: new DOMException('The time limit was reached.', 'TimeoutError') }))
      stop()
    }, readTimeout)
  })
  try {
    return await Promise.race([ask(limit.signal), late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

async function fromGateway(portico: Portico, { address, networkId, signal }: GetBalancesParameters, id: string): Promise<HeldToken[]> {
  const changed = changedOf(portico)
  const change = changed.get(id)
  const { balances } = await request(portico, {
    path: `/v1/account/${encodeURIComponent(address)}/balance`,
    query: { currency: 'usd', chainId: networkId, forceUpdate: change && id },
    schema: balanceAnswer,
    ...(signal && { signal }),
  })
  if (changed.get(id) === change) changed.delete(id) // what changed while the gateway answered is not in its answer
  const pictureOf = (url: string | null | undefined) => gatewayPicture(portico, url)
  const tokens = new Map<string, HeldToken>()
  const read = (entry: unknown) => {
    const token = tokenOf(entry, networkId, pictureOf)
    if (token) tokens.set(tokenKey(token), token)
  }
  await inSlices(balances, read, signal)
  return [...tokens.values()]
}

async function fromChain(portico: Portico, { address, networkId, signal }: GetBalancesParameters): Promise<HeldToken[]> {
  const network = findNetwork(portico, networkId)
  if (!network) throw new NetworkNotConfiguredError({ networkId })
  const { namespace, nativeCurrency } = network
  const asked = { address, networkId, ...(signal && { signal }) }
  const adapter = await loadAdapter(portico, namespace)
  const [units, tokens] = await Promise.all([adapter.getBalance(asked), getTokenBalances(portico, asked)])
  const { name, symbol, decimals } = nativeCurrency
  return [{ networkId, name, symbol, units, decimals }, ...tokens.map((token) => ({ ...token, networkId }))]
}
