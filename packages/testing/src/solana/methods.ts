import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import type { PersonCore } from '../shared/person.js'
import type { StandardAccount } from '../shared/standard.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { invalidParams, isRecord, param, readRecord } from '../wallet/params.js'
import type { WalletRequest } from '../wallet/types.js'
import { describeMessage } from './describe.js'
import type { SolanaKey, SolanaKeys } from './keys.js'
import { readSendOptions, send } from './send.js'
import { signInText } from './signInMessage.js'
import { MalformedTransactionError, readMessage, readTransaction, withSignature } from './transaction.js'

/** What the methods of a Solana wallet work on. */
export interface SolanaCore {
  readonly person: PersonCore
  readonly keys: SolanaKeys
  /** The features that it has: anything else is 4200. */
  readonly features: readonly string[]
  readonly transactionVersions: readonly ('legacy' | 0)[]
  /** The account as sites see it, by its index. */
  describe(index: number): StandardAccount
  /** Whether the wallet knows this chain. */
  knows(chain: string): boolean
  /** Asks a node of this chain. */
  callChain(chain: string, method: string, params: unknown): Promise<unknown>
}

type Method = (core: SolanaCore, request: WalletRequest) => Prepared

/** `standard:connect`. A site that is connected already is answered without asking, and so is a silent request. */
const connect: Method = (core, { origin, params }) => {
  const silent = readConnect(params)
  const run = () => {
    if (!silent) core.person.permit(origin)
    return { accounts: core.person.seenBy(origin).map(core.describe) }
  }
  return silent || core.person.seenBy(origin).length > 0 ? { run } : { ask: `Connect ${origin}`, run }
}

/** `standard:disconnect`: the page lets go of the accounts. By the Wallet Standard permission stays. */
const disconnect: Method = () => ({ run: () => undefined })

/** `solana:signMessage`. Bytes that are a transaction are refused: nobody would see them for what they are (S16). */
const signMessage: Method = (core, request) => {
  const inputs = readInputs(request.params).map((input) => {
    const message = readBytes(input['message'], 'The message')
    if (isTransaction(message)) throw invalidParams('The message is a transaction. Ask to sign it as one.')
    return { key: keyFor(core, request.origin, input['account']), message }
  })
  return {
    ask: `Sign the message: ${inputs.map(({ message }) => textOf(message)).join('; ')}`,
    run: () => inputs.map(({ key, message }) => signed(key, message)),
  }
}

/** `solana:signIn`. It connects as well, and a domain that is not the site's own is pointed out to the person. */
const signIn: Method = (core, { origin, params }) => {
  const host = URL.canParse(origin) ? new URL(origin).host : origin
  const given = Array.isArray(params) && params.length > 0 ? readInputs(params) : [{}]
  const { count, exposed } = core.person.getState()
  const inputs = given.map(readSignIn).map((input) => {
    const index = input.address === undefined ? (exposed[0] ?? -1) : core.keys.indexOf(input.address, count)
    if (!exposed.includes(index)) throw rpcError(rpcErrorCodes.unauthorized)
    const domain = input.domain ?? host
    return { index, domain, message: signInText({ ...input, domain, address: core.keys.at(index).address }) }
  })
  const strange = inputs.filter(({ domain }) => domain !== host).map(({ domain }) => ` Careful: it asks in the name of ${domain}.`)
  return {
    ask: `Sign in to ${host}.${strange.join('')}`,
    run() {
      core.person.permit(origin)
      return inputs.map(({ index, message }) => ({
        account: core.describe(index),
        ...signed(core.keys.at(index), new TextEncoder().encode(message)),
      }))
    },
  }
}

/** `solana:signTransaction` */
const signTransaction: Method = (core, request) => {
  const inputs = readInputs(request.params).map((input) => {
    if (input['chain'] !== undefined) readChain(core, input['chain'])
    return readSigning(core, request.origin, input)
  })
  return {
    ask: `Sign ${inputs.length === 1 ? 'the transaction' : `${inputs.length} transactions`}: ${summaryOf(inputs)}`,
    run: () => inputs.map(({ sign }) => ({ signedTransaction: sign() })),
  }
}

/** `solana:signAndSendTransaction`, one after the other, through the wallet's own nodes. */
const signAndSendTransaction: Method = (core, request) => {
  const inputs = readInputs(request.params).map((input) => ({
    ...readSigning(core, request.origin, input),
    chain: readChain(core, input['chain']),
    options: readSendOptions(input['options']),
  }))
  const chains = [...new Set(inputs.map(({ chain }) => chain))]
  return {
    ask: `Send on ${chains.join(' and ')}: ${summaryOf(inputs)}`,
    async run() {
      const outputs: { signature: Uint8Array }[] = []
      for (const { chain, sign, options } of inputs) {
        const ask = (method: string, params: unknown) => core.callChain(chain, method, params)
        outputs.push({ signature: await send(ask, sign(), options) })
      }
      return outputs
    },
  }
}

const methods = new Map<string, Method>([
  ['standard:connect', connect],
  ['standard:disconnect', disconnect],
  ['solana:signMessage', signMessage],
  ['solana:signIn', signIn],
  ['solana:signTransaction', signTransaction],
  ['solana:signAndSendTransaction', signAndSendTransaction],
])

/** Checks a request and says what it would do. @throws ProviderRpcError when it is refused without asking */
export function prepare(core: SolanaCore, request: WalletRequest): Prepared {
  const method = core.features.includes(request.method) ? methods.get(request.method) : undefined
  if (!method) throw rpcError(rpcErrorCodes.unsupportedMethod, `The method "${request.method}" is not supported.`)
  return method(core, request)
}

/** Whether a request asks the person to connect. */
export function asksToConnect(core: SolanaCore, { method, origin, params }: WalletRequest): boolean {
  return method === 'standard:connect' && !readConnect(params) && core.person.seenBy(origin).length === 0
}

function readConnect(params: unknown): boolean {
  const input = param(params, 0)
  return isRecord(input) && input['silent'] === true
}

function readInputs(params: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(params) || params.length === 0) throw invalidParams('Expected at least one input.')
  return params.map((input: unknown) => readRecord(input, 'An input'))
}

/** Bytes of any realm: a view of a page's own is no `Uint8Array` of ours. */
function readBytes(value: unknown, name: string): Uint8Array {
  if (!ArrayBuffer.isView(value)) throw invalidParams(`${name} must be bytes.`)
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
}

/** The key of an account that this site may use. @throws ProviderRpcError 4100 */
function keyFor({ person, keys }: SolanaCore, origin: string, address: unknown): SolanaKey {
  const index = typeof address === 'string' ? keys.indexOf(address, person.getState().count) : -1
  if (!person.mayUse(origin, index)) throw rpcError(rpcErrorCodes.unauthorized)
  return keys.at(index)
}

function readChain(core: SolanaCore, chain: unknown): string {
  if (typeof chain !== 'string' || !core.knows(chain)) throw invalidParams(`The wallet does not know the chain ${String(chain)}.`)
  return chain
}

interface Signing {
  readonly summary: string
  sign(): Uint8Array
}

/** A transaction that is well formed and that this account has to sign. @throws ProviderRpcError -32602 */
function readSigning(core: SolanaCore, origin: string, input: Record<string, unknown>): Signing {
  const key = keyFor(core, origin, input['account'])
  const bytes = readBytes(input['transaction'], 'The transaction')
  try {
    const { message, messageBytes } = readTransaction(bytes)
    const place = message.accounts.slice(0, message.signers).indexOf(key.address)
    if (!core.transactionVersions.includes(message.version)) {
      throw invalidParams(`Transactions of version ${message.version} are not supported.`)
    }
    if (place < 0) throw invalidParams(`${key.address} is not a signer of the transaction.`)
    return { summary: describeMessage(message), sign: () => withSignature(bytes, place, key.sign(messageBytes)) }
  } catch (error) {
    if (error instanceof MalformedTransactionError) throw invalidParams(`The transaction cannot be read. ${error.message}`)
    throw error
  }
}

function summaryOf(inputs: readonly Signing[]): string {
  return inputs.map(({ summary }) => summary).join('; ')
}

function isTransaction(bytes: Uint8Array): boolean {
  return [readTransaction, readMessage].some((read) => {
    try {
      read(bytes)
      return true
    } catch {
      return false
    }
  })
}

function signed(key: SolanaKey, message: Uint8Array) {
  return { signedMessage: message, signature: key.sign(message), signatureType: 'ed25519' as const }
}

/** Text where the bytes are text, else their hexadecimal form. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}

const signInFields = [
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

function readSignIn(input: Record<string, unknown>): SolanaSignInInput {
  const { resources } = input
  const read: Record<string, string> = {}
  for (const field of signInFields) {
    const value = input[field]
    if (value === undefined) continue
    // A line break would let one field pretend to be another.
    if (typeof value !== 'string' || value.includes('\n')) throw invalidParams(`'${field}' must be a line of text.`)
    read[field] = value
  }
  if (resources === undefined) return read
  if (!Array.isArray(resources) || !resources.every((one) => typeof one === 'string' && !one.includes('\n'))) {
    throw invalidParams(`'resources' must be a list of lines of text.`)
  }
  return { ...read, resources }
}
