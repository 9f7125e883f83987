import { InvalidOptionError, UnsupportedMethodError, WalletAnswerError, type FeeSpeed, type NetworkId } from '@portico/core'
import type { Adapter, TransactionRequest } from '@portico/core/kit'
import type { ReadAddress } from '../implementation/address.js'
import { chainOf, type Chain } from '../implementation/chains.js'
import type { Connection, Connections } from '../implementation/connections.js'
import { answer, cannot } from '../implementation/errors.js'
import { loaded } from '../implementation/loaded.js'
import { isTxid, parseAddress } from '../implementation/parse.js'
import { checkWallet } from './check.js'
import type { Esplora } from './esplora.js'
import { checkFeeRate, checkSpeed, feeRatesOf, lowestFeeRate } from './fees.js'
import { checkAmount, mostOf, selectUtxos, type Selection } from './select.js'

/** A transfer that can be asked for: everything the host handed in is checked. */
interface Transfer {
  readonly chain: Chain
  readonly from: ReadAddress
  readonly to: ReadAddress
  /** Satoshi. */
  readonly amount: bigint
  /** Satoshi for each virtual byte. */
  readonly feeRate: number | undefined
  readonly speed: FeeSpeed | undefined
}

/** How much of a speed's rate will do where nothing is left for more. */
const leastPart = 0.8

/** The most that a coin usually holds which carries something, such as an inscription, in satoshi. */
const mostPostage = 10_000n

/** What the endpoint says that a speed costs now, in satoshi for each virtual byte. */
const rateOf = async (esplora: Esplora, networkId: NetworkId, speed: FeeSpeed = 'standard'): Promise<number> =>
  feeRatesOf(await esplora.feeEstimates(networkId))[speed]

/** What other chains have transfers carry. Without it, whoever is paid would not know for what. */
const foreign = ['token', 'tokenId', 'data', 'memo', 'references'] as const

/** @throws InvalidOptionError, AmountTooSmallError, before anything is asked of anybody */
async function readTransfer(request: TransactionRequest): Promise<Transfer> {
  const { address, to, value, feeRate, speed, networkId } = request
  const option = foreign.find((name) => request[name] !== undefined)
  if (option) throw new InvalidOptionError({ option, problem: 'Bitcoin has none' })
  const chain = chainOf(networkId)
  const [from, recipient] = await Promise.all([parseAddress(address, 'address', chain), parseAddress(to, 'to', chain)])
  return {
    chain,
    from,
    to: recipient,
    amount: checkAmount(value, recipient.type),
    feeRate: feeRate === undefined ? undefined : checkFeeRate(feeRate),
    speed: speed === undefined ? undefined : checkSpeed(speed),
  }
}

/** What a transfer spends and costs now. @throws InsufficientFundsError, and the endpoint's errors */
export async function chooseTransfer(esplora: Esplora, request: TransactionRequest): Promise<Transfer & { readonly selection: Selection }> {
  const transfer = await readTransfer(request)
  const { from, to, amount, speed } = transfer
  const rate = async () => transfer.feeRate ?? rateOf(esplora, request.networkId, speed)
  const [utxos, feeRate] = await Promise.all([esplora.utxos(request.networkId, from.address), rate()])
  const leastRate = transfer.feeRate ?? Math.max(lowestFeeRate, feeRate * leastPart)
  return { ...transfer, selection: selectUtxos({ utxos, from: from.type, to: to.type, amount, feeRate, leastRate }) }
}

/**
 * The most that can be sent: every coin that is worth spending, less the fee of spending them all; satoshi.
 * @throws InvalidOptionError, AmountTooSmallError, and the endpoint's errors
 */
export async function getMaximum(
  esplora: Esplora,
  { address, to, feeRate, speed, networkId }: Parameters<NonNullable<Adapter['getMaximum']>>[0],
): Promise<bigint> {
  const chain = chainOf(networkId)
  const from = await parseAddress(address, 'address', chain)
  // Whoever is chosen later may have an address of the longest kind.
  const { type } = to === undefined ? ({ type: 'p2tr' } as const) : await parseAddress(to, 'to', chain)
  const rate = feeRate === undefined ? await rateOf(esplora, networkId, speed && checkSpeed(speed)) : checkFeeRate(feeRate)
  return mostOf({ utxos: await esplora.utxos(networkId, from.address), from: from.type, to: type, feeRate: rate })
}

function readTxid(value: unknown): string {
  const txid = typeof value === 'string' ? value.toLowerCase() : undefined
  if (!isTxid(txid)) throw new WalletAnswerError({ method: 'sendTransaction' })
  return txid
}

/** A transfer that the wallet makes and sends by itself. @throws UnsupportedMethodError, UserRejectedError, WalletAnswerError */
async function sendByWallet(
  esplora: Esplora,
  { driver: { send }, connector: { name } }: Connection,
  { from, to, amount, feeRate: rate, speed, chain }: Transfer,
): Promise<string> {
  if (!send) throw cannot(name, 'sendTransaction')
  // Without either, the wallet decides.
  const feeRate = rate ?? (speed && (await rateOf(esplora, chain.id, speed)))
  return readTxid(await answer(name, 'sendTransaction', () => send({ from: from.address, to: to.address, amount, feeRate, chain })))
}

/**
 * Sends satoshi: the transfer is made here, at the fee that was chosen, signed by the wallet and sent by the chain's
 * endpoint. A wallet that signs no PSBT is asked to make and send it itself.
 * @returns the transaction's id
 * @throws InvalidOptionError, AmountTooSmallError, InsufficientFundsError, UserRejectedError, UnsupportedMethodError, ChainMismatchError,
 * WalletAnswerError, TransactionRevertedError, and the endpoint's errors
 */
export async function sendTransaction(esplora: Esplora, connections: Connections, request: TransactionRequest): Promise<string> {
  const transfer = await readTransfer(request)
  const { chain, from } = transfer
  const { networkId } = request
  const { connection, account } = await checkWallet(connections, request)
  const {
    driver,
    connector: { name: wallet },
  } = connection
  // The coins of an ordinals address may carry something that is worth more than they are.
  if (account.type === 'ordinal')
    throw new UnsupportedMethodError({ wallet, method: 'sendTransaction', instead: 'Send from your payment address.' })
  const isShared = driver.sharesAddress && driver.send
  if ((isShared && from.type === 'p2tr') || !(driver.signPsbt || driver.signAndSendPsbt)) return sendByWallet(esplora, connection, transfer)

  const { selection } = await chooseTransfer(esplora, request)
  // So may a small coin of another form, where the wallet has one address for everything: it knows which do.
  if (isShared && selection.utxos.some((utxo) => utxo.value <= mostPostage)) return sendByWallet(esplora, connection, transfer)
  const { buildTransfer, finalize, readSigned } = await loaded(import('../psbt/index.js'))
  const previous = new Map<string, string>()
  for (const { txid } of from.type === 'p2pkh' ? selection.utxos : [])
    if (!previous.has(txid)) previous.set(txid, await esplora.raw(networkId, txid))
  const prepared = buildTransfer({ ...transfer, to: transfer.to.address, publicKey: account.publicKey, previous, ...selection })
  if (!prepared) return sendByWallet(esplora, connection, transfer)
  await checkWallet(connections, request) // the wallet may have moved while the chain was asked (R3)
  const { signPsbt, signAndSendPsbt } = driver
  try {
    if (!signPsbt && signAndSendPsbt) {
      const sent = readTxid(await answer(wallet, 'sendTransaction', () => signAndSendPsbt({ ...prepared, chain })))
      esplora.markSpent(selection.utxos)
      return sent
    }
    const { hex, txid } = finalize(
      readSigned({ prepared, signed: await answer(wallet, 'sendTransaction', async () => signPsbt?.({ ...prepared, chain })) }),
    )
    await esplora.broadcast(networkId, hex, txid)
    esplora.markSpent(selection.utxos)
    return txid
  } catch (error) {
    if (error instanceof UnsupportedMethodError) return sendByWallet(esplora, connection, transfer)
    throw error
  }
}
