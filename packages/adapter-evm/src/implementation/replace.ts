import { TransactionNotPendingError, UnsupportedMethodError, WalletAnswerError } from '@portico/core'
import type { ReplaceRequest } from '@portico/core/kit'
import type { Address, Client, Hex } from 'viem'
import { getTransaction } from 'viem/actions'
import { endpointError } from './errors.js'
import { offerOf } from './market.js'
import { toHexNumber } from './provider.js'

/** What nodes ask of a replacement is 10 % more of both fees; an eighth leaves room for those that ask for a little more. */
const raised = (fee: bigint) => (fee * 1_125n + 999n) / 1_000n
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/** What gas costs now, in wei, where there is one price for all. @throws EndpointError */
async function priceOf(client: Client): Promise<bigint> {
  try {
    return BigInt(await client.request({ method: 'eth_gasPrice' }))
  } catch (thrown) {
    throw endpointError(thrown, 'eth_gasPrice')
  }
}

/**
 * The gas that it takes to send oneself nothing: more than 21,000 where the account has code of its own (EIP-7702), or the chain below is
 * paid in gas (Arbitrum). Where nobody can tell, what the one that waits was given: it uses up the nonce whether or not it succeeds.
 */
const gasToCancel = (client: Client, from: Address, given: bigint): Promise<bigint> =>
  client.request({ method: 'eth_estimateGas', params: [{ from, to: from, value: '0x0' }] }).then(BigInt, () => given)

/** What a wallet is asked for. */
export type Replacement = Readonly<Partial<Record<string, Hex>>>

/**
 * The transaction that takes another one's place: of the same nonce, at fees that are an eighth higher at the least, and at the
 * going rate for a fast one where that is more. Sped up it does the same; cancelled it sends nothing to oneself.
 * @throws TransactionNotPendingError where it is in a block, is not known, or is not of this account; UnsupportedMethodError where it
 * carries what no wallet can be asked for again; EndpointError
 */
export async function replacementOf(
  client: Client,
  hash: Hex,
  { connectorId, address, how }: Pick<ReplaceRequest, 'connectorId' | 'address' | 'how'>,
): Promise<Replacement> {
  const pending = await getTransaction(client, { hash }).catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.name === 'TransactionNotFoundError') return undefined
    throw endpointError(thrown, 'eth_getTransactionByHash')
  })
  if (!pending || pending.blockNumber !== null || pending.from.toLowerCase() !== address.toLowerCase())
    throw new TransactionNotPendingError({ hash })
  // Without its authorizations (EIP-7702) it would do something else. Nodes take nothing but blobs in the place of blobs (EIP-4844).
  if (pending.type === 'eip4844' || (pending.type === 'eip7702' && how === 'speedUp'))
    throw new UnsupportedMethodError({ wallet: connectorId, method: 'sendTransaction' })
  const { nonce, to, value, input, gas, maxFeePerGas, maxPriorityFeePerGas, gasPrice } = pending
  const fees = async (): Promise<Replacement> => {
    if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined)
      return { gasPrice: toHexNumber(larger(raised(gasPrice ?? 0n), await priceOf(client))) }
    const offer = await offerOf(client, 'fast')
    return {
      maxFeePerGas: toHexNumber(larger(raised(maxFeePerGas), offer?.maxFeePerGas ?? 0n)),
      maxPriorityFeePerGas: toHexNumber(larger(raised(maxPriorityFeePerGas), offer?.maxPriorityFeePerGas ?? 0n)),
    }
  }
  const same: Replacement =
    how === 'cancel'
      ? { to: address as Address, value: '0x0', gas: toHexNumber(await gasToCancel(client, address as Address, gas)) }
      : { ...(to && { to }), value: toHexNumber(value), data: input, gas: toHexNumber(gas) }
  return { from: address as Address, nonce: toHexNumber(BigInt(nonce)), ...same, ...(await fees()) }
}

/** Holds a wallet to the nonce: one that took another has sent a transaction more. A node that does not know it yet is believed. */
export async function checkNonce(client: Client, hash: Hex, nonce: Hex | undefined): Promise<void> {
  const sent = await getTransaction(client, { hash }).catch(() => undefined)
  if (sent && nonce !== undefined && BigInt(sent.nonce) !== BigInt(nonce)) throw new WalletAnswerError({ method: 'eth_sendTransaction' })
}
