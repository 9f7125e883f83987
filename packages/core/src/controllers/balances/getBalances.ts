import { findNetwork } from '../network/store.js'
import { NetworkNotConfiguredError } from '../network/errors.js'
import { BalanceUnavailableError } from '../account/errors.js'
import { balanceCooldown } from '../account/refresh.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { accountIdOf } from '../../kit/caip/ids.js'
import { request } from '../../kit/http/request.js'
import { RequestAbortedError } from '../../kit/http/errors.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { inSlices } from '../../kit/slices.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture, isServed } from '../../portico/gateway.js'
import { currentEntry, routerStore } from '../../router/store.js'
import { showToast, toastStore } from '../../toast/toast.js'
import { getTokenBalances } from './getTokenBalances.js'
import { balanceAnswer, tokenOf } from './schema.js'
import { ranked } from './ranked.js'
import { asKnown } from './asKnown.js'
import { tokenKey, type HeldToken, type HolderParameters } from './token.js'
import { withChoices } from './withChoices.js'

/** When the balances of an account failed last, and why, by CAIP-10 id. */
const failuresOf = defineSlot<Map<string, { readonly at: number; readonly error: BalanceUnavailableError }>>(
  'portfolio failures',
  () => new Map(),
)
/** Accounts that something is known to have happened to: caches of the gateway are not good enough for them, once. */
const changedOf = defineSlot<Set<string>>('changed accounts', () => new Set())

/**
 * Says that an account's balances have changed, as after a transaction of its own: they are asked anew, and no cache answers.
 * @example noteChange(portico, { address, networkId }) // something was sent by other means: what is cached counts as old
 */
export function noteChange(portico: Portico, { address, networkId }: HolderParameters): void {
  const id = accountIdOf(networkId, address)
  changedOf(portico).add(id)
  failuresOf(portico).delete(id)
}

export interface GetBalancesParameters extends HolderParameters {
  readonly signal?: AbortSignal
}

/**
 * What an account holds on a network: its own coin and its tokens, with prices where somebody knows them, the most valuable first.
 * Asks the gateway at `apiUrl` where it serves the network, else the chain. Tokens without decimals are left out; those that the visitor
 * has hidden are marked, those that they have added are there. After a failure nothing is asked for 30 s, and while the modal is open the
 * toast 'Token Balance Unavailable' says so (R11).
 * @example const tokens = await getBalances(portico, { address, networkId: 'eip155:8453' })
 * @throws {@link BalanceUnavailableError} whose `cause` is what went wrong
 * @throws {@link RequestAbortedError}
 */
export async function getBalances(portico: Portico, { address, networkId, signal }: GetBalancesParameters): Promise<readonly HeldToken[]> {
  if (!address) throw new InvalidOptionError({ option: 'address', problem: 'balances need an address' })
  const id = accountIdOf(networkId, address)
  const failures = failuresOf(portico)
  const failure = failures.get(id)
  const since = failure ? Date.now() - failure.at : Infinity
  if (failure && since >= 0 && since < balanceCooldown) throw failure.error
  try {
    const parameters = { address, networkId, ...(signal && { signal }) }
    const tokens = (await isServed(portico, networkId)) ? await fromGateway(portico, parameters, id) : await fromChain(portico, parameters)
    failures.delete(id)
    return await asKnown(portico, parameters, ranked(await withChoices(portico, parameters, tokens)))
  } catch (cause) {
    if (signal?.aborted || cause instanceof RequestAbortedError) throw cause
    const error = new BalanceUnavailableError({ cause })
    failures.set(id, { at: Date.now(), error })
    if (currentEntry(routerStore(portico).getState()) && toastStore(portico).getState().toast?.error?.name !== error.name)
      showToast(portico, { variant: 'error', message: error.message, error })
    throw error
  }
}

async function fromGateway(portico: Portico, { address, networkId, signal }: GetBalancesParameters, id: string): Promise<HeldToken[]> {
  const changed = changedOf(portico)
  const { balances } = await request(portico, {
    path: `/v1/account/${encodeURIComponent(address)}/balance`,
    query: { currency: 'usd', chainId: networkId, forceUpdate: changed.has(id) ? id : undefined },
    schema: balanceAnswer,
    ...(signal && { signal }),
  })
  changed.delete(id)
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
