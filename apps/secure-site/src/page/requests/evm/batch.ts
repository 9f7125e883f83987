import { isRecord } from '@portico/core/kit'
import type { Address, Hex } from 'viem'
import { bytesToHex, getAddress } from 'viem/utils'
import type { FrameNetwork, Keys, PreparedRequest } from '../../types.js'
import { BatchRefusedError, ChainMismatchError, codes, InvalidParamsError } from '../errors.js'
import { chainNumber, readChainNumber } from '../network.js'
import { freeze, type PrepareContext, type SiteRequest } from '../types.js'
import type { FullTransaction } from './fill.js'
import { prepareSending, sendRaw } from './send.js'
import { signTransaction } from './sign.js'
import type { Together } from './upgrade/together.js'
import { type AskedTransaction, parseTransaction } from './transaction.js'

/** Calls that are asked for in one approval at the most: what is longer is not read. */
export const mostCalls = 10

/**
 * Reads wallet_sendCalls (EIP-5792, version 2.0.0). Approving it signs the calls as transactions with consecutive nonces, sends
 * them in their order up to the first that the node refuses, and answers `{ id }`. A smart account has all of them happen or none, by one
 * operation; so has a plain account that is upgraded (EIP-7702), by one transaction. Where the site needs that of one that is not, the same
 * transaction upgrades it, and the visitor is asked for that first.
 * @throws BatchRefusedError 5700, 5710, 5720, 5740 and 5760, and the errors of a transaction that cannot be read
 */
export async function prepareCalls(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const { id, calls, atomicRequired, paymaster } = parseBatch(request.params, { own, network, context })
  if (context.smartAccount) {
    const { prepareOperation } = await import('./smart/send.js')
    return prepareOperation({ request, asked: calls, id, network, context, ...(paymaster && { paymaster }), send: async () => ({ id }) })
  }
  const together = await togetherIn({ calls, own, required: atomicRequired, network, context })
  return prepareSending({
    request,
    asked: calls,
    network,
    context,
    together,
    async send(transactions, keys) {
      await sendAll({ id, transactions, atomic: together !== undefined, keys, network, context })
      return { id }
    },
  })
}

/** Loaded where the operator has turned it on: elsewhere a plain account is nothing else. */
async function togetherIn({ calls, required, network, ...rest }: Joining): Promise<Together | undefined> {
  if (!network.smartAccounts) return undefined
  const { togetherOf } = await import('./upgrade/together.js')
  return togetherOf(calls, { required, network, ...rest })
}

interface Joining {
  readonly calls: readonly AskedTransaction[]
  readonly own: Address
  readonly required: boolean
  readonly network: FrameNetwork
  readonly context: PrepareContext
}

/** Sends up to the first that the node refuses. @throws what it says of the first of all: then nothing has happened */
async function sendAll({
  id,
  transactions,
  atomic,
  keys,
  network,
  context: { fetch, batches },
}: {
  readonly id: string
  readonly transactions: readonly FullTransaction[]
  /** All of the calls are in the one. */
  readonly atomic: boolean
  readonly keys: Pick<Keys, 'withKey'>
  readonly network: FrameNetwork
  readonly context: PrepareContext
}): Promise<void> {
  const signed: Hex[] = []
  for (const each of transactions) signed.push(await signTransaction(keys, each))
  const [{ from = '', nonce = 0 } = {}] = transactions
  const hashes: Hex[] = []
  const note = (stopped: boolean) =>
    batches.keep({
      id,
      networkId: network.id,
      from,
      nonce,
      calls: signed.length,
      hashes: [...hashes],
      stopped,
      at: Date.now(),
      ...(atomic && { atomic }),
    })
  for (const raw of signed) {
    try {
      hashes.push(await sendRaw(raw, network, fetch))
    } catch (error) {
      if (hashes.length === 0) throw error
      return note(true)
    }
    // After each: a page that is closed in between knows what it has sent.
    await note(false)
  }
}

const invalid = (problem: string) => new InvalidParamsError({ problem: `batch: ${problem}` })

const known = ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities']
const knownInCall = ['to', 'data', 'value', 'capabilities']

interface Batched {
  readonly id: string
  readonly calls: readonly AskedTransaction[]
  readonly atomicRequired: boolean
  readonly paymaster?: PaymasterWish
}

/** Reads the batch strictly: a field that is not known would neither be shown nor signed. */
function parseBatch(
  params: unknown,
  { own, network, context }: { readonly own: Address; readonly network: FrameNetwork; readonly context: PrepareContext },
): Batched {
  const [raw]: readonly unknown[] = Array.isArray(params) && params.length === 1 ? params : []
  if (!isRecord(raw)) throw invalid('expected one object')
  for (const key of Object.keys(raw)) if (!known.includes(key)) throw invalid(`'${key.slice(0, 40)}' is not a part of it`)
  const { version, id, from, chainId, atomicRequired, calls } = raw
  if (version !== '2.0.0') throw invalid('its version is not 2.0.0')
  if (typeof atomicRequired !== 'boolean') throw invalid("'atomicRequired' is not there")
  checkChain(chainId, network, context)
  const isSmart = context.smartAccount !== undefined
  const paymaster = isSmart ? readPaymaster(raw['capabilities'], network) : undefined
  refuseCapabilities(raw['capabilities'], isSmart ? ['paymasterService'] : [])
  if (atomicRequired && !isSmart && !network.smartAccounts)
    throw new BatchRefusedError({ problem: 'a plain account cannot do all of it or nothing', code: codes.atomicityUnsupported })
  if (!Array.isArray(calls) || calls.length === 0) throw invalid('it has no calls')
  if (calls.length > mostCalls) throw new BatchRefusedError({ problem: `more than ${mostCalls} calls`, code: codes.batchTooLarge })
  const asked = calls.map((call: unknown) => {
    if (!isRecord(call)) throw invalid('a call is not an object')
    for (const key of Object.keys(call)) if (!knownInCall.includes(key)) throw invalid(`'${key.slice(0, 40)}' is not a part of a call`)
    const { capabilities, ...transaction } = call
    refuseCapabilities(capabilities)
    return freeze(parseTransaction([{ ...transaction, ...(from !== undefined && { from }) }], { own, network }))
  })
  return { id: readId(id, context), calls: asked, atomicRequired, ...(paymaster && { paymaster }) }
}

/** The chain of a batch is named in it, and is the one in use (S14). */
function checkChain(value: unknown, network: FrameNetwork, { networks }: PrepareContext): void {
  const [asked, active] = [readChainNumber(value), chainNumber(network)]
  if (asked === undefined) throw invalid("'chainId' is no chain")
  if (asked === active) return
  if (!networks.some(({ id }) => id === `eip155:${asked}`))
    throw new BatchRefusedError({ problem: `chain ${asked} is not served here`, code: codes.unsupportedBatchChain })
  throw new ChainMismatchError({ asked: String(asked), active: String(active), code: codes.invalidParams })
}

/** Who the site wants to pay (ERC-7677). */
export interface PaymasterWish {
  /** One of the operator's. */
  readonly url: string
  /** What the site has to say to it. */
  readonly context: unknown
  /** The account pays where it does not. */
  readonly optional: boolean
}

/**
 * The paymaster that a site names, where it is one of the operator's: this page talks to nobody else (S6).
 * @throws BatchRefusedError 5700 for another one that it cannot do without
 */
function readPaymaster(value: unknown, { smartAccounts }: FrameNetwork): PaymasterWish | undefined {
  const wish = isRecord(value) ? value['paymasterService'] : undefined
  if (wish === undefined || wish === null) return undefined
  if (!isRecord(wish)) throw invalid("'paymasterService' is not an object")
  const { url, context, optional } = wish
  if (typeof url === 'string' && smartAccounts?.paymasterUrls?.includes(url)) return { url, context, optional: optional === true }
  if (optional === true) return undefined
  throw new BatchRefusedError({ problem: 'this paymaster is not one of the operator’s', code: codes.unsupportedCapability })
}

/** What can be done without is left out, and nothing else is taken. @param known what is read elsewhere */
function refuseCapabilities(value: unknown, known: readonly string[] = []): void {
  if (value === undefined || value === null) return
  if (!isRecord(value)) throw invalid("'capabilities' is not an object")
  for (const [name, wish] of Object.entries(value)) {
    if (known.includes(name) || (isRecord(wish) && wish['optional'] === true)) continue
    throw new BatchRefusedError({ problem: `'${name.slice(0, 40)}' cannot be done`, code: codes.unsupportedCapability })
  }
}

/** Bytes of an id, as hex (EIP-5792: 4,096). */
const longestId = 8194

function readId(value: unknown, { batches }: PrepareContext): string {
  if (value === undefined) return bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  if (typeof value !== 'string' || value === '' || value.length > longestId) throw invalid("'id' is none")
  if (batches.find(value)) throw new BatchRefusedError({ problem: 'there is one with this id already', code: codes.duplicateBatch })
  return value
}
