import type { Transaction } from '@scure/btc-signer'
import { invalidParams, isRecord } from '../wallet/params.js'
import type { BitcoinCore } from './core.js'
import { addressFor, everyPurpose, ownAddress, usableBy } from './core.js'
import type { OwnAddress } from './keys.js'
import { signBitcoinMessage, type SignedBitcoinMessage } from './message.js'
import { findNetwork, namesOf } from './networks.js'
import { checkInputs, extractTransaction, inputsOf, readPsbt, signInputs, spentOutput } from './psbt.js'
import { buildTransfer, checkRecipients, type Recipient } from './transfer.js'
import type { AddressPurpose, BitcoinNetwork, MessageProtocol } from './types.js'

/** What is asked and done for something that every dialect has, before the dialect words the answer. */
export interface Operation<Result> {
  readonly ask?: string
  run(): Result
}

export interface ConnectParameters {
  readonly origin: string
  readonly purposes?: readonly AddressPurpose[] | undefined
  /** The network that the site wants. */
  readonly network?: BitcoinNetwork | undefined
}

/** Lets a site in. One that is in already, on the right network and with these purposes, is answered without asking. */
export function connect(core: BitcoinCore, { origin, purposes = everyPurpose, network }: ConnectParameters): Operation<void> {
  const state = core.person.getState()
  const before = state.purposes[origin] ?? []
  const known = core.person.seenBy(origin).length > 0 && purposes.every((purpose) => before.includes(purpose))
  const moves = network !== undefined && network !== state.network
  const run = () => {
    const wanted = everyPurpose.filter((purpose) => purposes.includes(purpose) || (known && before.includes(purpose)))
    core.person.setState({ purposes: { ...core.person.getState().purposes, [origin]: wanted } })
    if (moves) core.moveTo(network)
    core.person.permit(origin)
  }
  const summary = `Connect ${origin}${moves ? ` and switch to ${namesOf(network).unisat.name}` : ''}`
  return known && !moves ? { run } : { ask: summary, run }
}

export function switchNetwork(core: BitcoinCore, name: unknown): Operation<BitcoinNetwork> {
  const network = readNetwork(core, name)
  const run = () => {
    core.moveTo(network)
    return network
  }
  return network === core.person.getState().network ? { run } : { ask: `Switch to ${namesOf(network).unisat.name}`, run }
}

/** @throws ProviderRpcError -32602 when the wallet does not know it */
export function readNetwork(core: BitcoinCore, name: unknown): BitcoinNetwork {
  const network = findNetwork(name, core.networks)
  if (!network) throw invalidParams('The wallet does not know this network.')
  return network
}

export interface MessageParameters {
  readonly own: OwnAddress
  readonly message: unknown
  /** Default: the one that fits the address. */
  readonly protocol?: MessageProtocol | undefined
}

export function signMessage({ own, message, protocol }: MessageParameters): Operation<SignedBitcoinMessage> {
  if (typeof message !== 'string' && !(message instanceof Uint8Array)) throw invalidParams('The message must be text or bytes.')
  const shown = typeof message === 'string' ? message : new TextDecoder().decode(message)
  return {
    ask: `Sign the message: ${shown}`,
    run: () => signBitcoinMessage(own, message, protocol ?? (own.type === 'p2tr' ? 'bip322' : 'ecdsa')),
  }
}

/** An input to sign as a site names it. */
export interface AskedInput {
  readonly index: number
  readonly address: unknown
  readonly sighashTypes?: readonly number[] | undefined
}

export interface PsbtParameters {
  readonly origin: string
  readonly psbt: Uint8Array
  /** Default: all that spend from the wallet. */
  readonly inputs?: readonly AskedInput[] | undefined
  readonly finalize?: boolean | undefined
  readonly broadcast?: boolean | undefined
  /** Allowed for inputs that are not named. */
  readonly sighashTypes?: readonly number[] | undefined
}

export interface SignedPsbt {
  readonly psbt: Uint8Array
  readonly txid?: string
}

export function signPsbt(core: BitcoinCore, parameters: PsbtParameters): Operation<Promise<SignedPsbt>> {
  const { origin, psbt: bytes, inputs: asked, finalize = false, broadcast = false, sighashTypes } = parameters
  const psbt = readPsbt(bytes)
  const named = asked?.map(({ address, ...input }) => ({ ...input, own: ownAddress(core, origin, address) }))
  const inputs = named ?? inputsOf(psbt, usableBy(core, origin)).map((input) => ({ ...input, sighashTypes }))
  checkInputs(psbt, inputs)
  return {
    ask: `${broadcast ? 'Sign and send' : 'Sign'} a transaction: ${describe(psbt, core.person.getState().network)}`,
    async run() {
      signInputs(psbt, inputs, finalize || broadcast)
      if (!broadcast) return { psbt: psbt.toPSBT() }
      const signed = psbt.toPSBT()
      return { psbt: signed, txid: await core.esplora().send(extractTransaction(psbt)) }
    },
  }
}

/** The address of the wallet that an input spends from, for dialects that name inputs alone. */
export function signerOf(core: BitcoinCore, origin: string, psbt: Uint8Array, index: number): string | undefined {
  return inputsOf(readPsbt(psbt), usableBy(core, origin)).find((input) => input.index === index)?.own.address
}

/** Sends what is signed already. */
export function push(core: BitcoinCore, origin: string, psbt: Uint8Array): Operation<Promise<string>> {
  const transaction = extractTransaction(readPsbt(psbt))
  // Whoever may not use an address here may not use the wallet's way to the network either.
  addressFor(core, origin, core.directPurpose)
  return { run: () => core.esplora().send(transaction) }
}

export interface SendParameters {
  readonly own: OwnAddress
  readonly recipients: readonly Recipient[]
  readonly feeRate?: number | undefined
}

/** Answers the transaction's id. */
export function sendTransfer(core: BitcoinCore, { own, recipients, feeRate }: SendParameters): Operation<Promise<string>> {
  const { network } = core.person.getState()
  checkRecipients(recipients, network)
  const shown = recipients.map(({ address, amount }) => `${amount} satoshi to ${address}`)
  return {
    ask: `Send ${shown.join(', ')}`,
    run: () =>
      core.inOrder(async () => {
        const esplora = core.esplora()
        const coins = await esplora.coins(own.address)
        const transaction = buildTransfer({ own, network, recipients, coins, feeRate: feeRate ?? (await esplora.feeRate()) })
        return esplora.send(transaction)
      }),
  }
}

/** What a transaction would do, for a person to read. */
function describe(psbt: Transaction, network: BitcoinNetwork): string {
  const { forms } = namesOf(network)
  const outputs = Array.from({ length: psbt.outputsLength }, (_, index) => {
    const { amount } = psbt.getOutput(index)
    return `${amount ?? 0n} satoshi to ${addressOf(psbt, index, forms) ?? 'a script'}`
  })
  const spent = Array.from({ length: psbt.inputsLength }, (_, index) => spentOutput(psbt, index)?.amount ?? 0n)
  const total = spent.reduce((sum, amount) => sum + amount, 0n)
  return `${outputs.length === 0 ? 'nothing' : outputs.join(', ')}, from ${total} satoshi`
}

function addressOf(psbt: Transaction, index: number, forms: ReturnType<typeof namesOf>['forms']): string | undefined {
  try {
    return psbt.getOutputAddress(index, forms)
  } catch {
    return undefined
  }
}

/** Whole satoshi, as a number, a bigint or decimal text. @throws ProviderRpcError -32602 */
export function readAmount(value: unknown): bigint {
  const amount = typeof value === 'string' && /^\d{1,16}$/.test(value) ? BigInt(value) : value
  if (typeof amount === 'bigint') return amount
  if (typeof amount === 'number' && Number.isSafeInteger(amount)) return BigInt(amount)
  throw invalidParams('The amount must be whole satoshi.')
}

/** @throws ProviderRpcError -32602 */
export function readRecipients(value: unknown): Recipient[] {
  if (!Array.isArray(value)) throw invalidParams('The recipients must be a list.')
  return value.map((item: unknown) => {
    const { address, amount } = isRecord(item) ? item : {}
    if (typeof address !== 'string') throw invalidParams('A recipient needs an address.')
    return { address, amount: readAmount(amount) }
  })
}

/** @throws ProviderRpcError -32602 */
export function readFeeRate(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) throw invalidParams('The fee rate must be a number.')
  return value
}

/** A list of numbers, or one. @throws ProviderRpcError -32602 */
export function readNumbers(value: unknown): number[] | undefined {
  if (value === undefined || value === null) return undefined
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.map((item) => {
    if (typeof item !== 'number') throw invalidParams('A list of numbers was expected.')
    return item
  })
}

/** Which addresses a site asks for. Purposes of other chains are passed over. @throws ProviderRpcError -32602 when none is left */
export function readPurposes(value: unknown): readonly AddressPurpose[] | undefined {
  if (value === undefined || value === null) return undefined
  const purposes = everyPurpose.filter((purpose) => Array.isArray(value) && value.includes(purpose))
  if (purposes.length === 0) throw invalidParams(`The purposes must be 'payment' or 'ordinals'.`)
  return purposes
}
