import { formatEther, isHex, type Address, type Hex, type LocalAccount, type TransactionSerializable } from 'viem'
import { callChain, keyFor, type Method, type WalletCore } from '../core.js'
import { rpcError, rpcErrorCodes } from '../errors.js'
import { invalidParams, isRecord, param, readAddress, readHex, readQuantity } from '../params.js'

/** A transaction as a site asks for it. What is left out is filled in when it is sent. Amounts are wei. */
export interface TransactionFields {
  readonly to: Address | undefined
  readonly data: Hex | undefined
  readonly value: bigint | undefined
  readonly gas: bigint | undefined
  readonly gasPrice: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly nonce: number | undefined
}

/** Signs here and sends with `eth_sendRawTransaction`, on the chain that was active when the site asked. */
export const sendTransaction: Method = (core, request) => {
  const { key, chainId, fields } = readRequest(core, request.origin, request.params)
  return { ask: describe(fields, chainId), run: () => send(core, { key, chainId, fields }) }
}

export const signTransaction: Method = (core, request) => {
  const { key, chainId, fields } = readRequest(core, request.origin, request.params)
  const run = () => core.inOrder(chainId, () => sign(core, { key, chainId, fields }))
  return { ask: `Sign, do not send: ${describe(fields, chainId)}`, run }
}

interface Signing {
  readonly key: LocalAccount
  readonly chainId: number
  readonly fields: TransactionFields
}

/** @returns the transaction's hash, which is known as soon as the node has taken it */
export function send(core: WalletCore, signing: Signing): Promise<Hex> {
  return core.inOrder(signing.chainId, async () => {
    const hash = await callChain(core, signing.chainId, 'eth_sendRawTransaction', [await sign(core, signing)])
    if (!isHex(hash)) throw rpcError(rpcErrorCodes.internal, 'The node gave no transaction hash.')
    return hash
  })
}

export function readFields(transaction: Record<string, unknown>): TransactionFields {
  const { to } = transaction
  const data = transaction['data'] ?? transaction['input']
  const nonce = readQuantity(transaction['nonce'], `'nonce'`)
  return {
    to: to === undefined || to === null ? undefined : readAddress(to, `'to'`),
    data: data === undefined || data === null ? undefined : readHex(data, `'data'`),
    value: readQuantity(transaction['value'], `'value'`),
    gas: readQuantity(transaction['gas'] ?? transaction['gasLimit'], `'gas'`),
    gasPrice: readQuantity(transaction['gasPrice'], `'gasPrice'`),
    maxFeePerGas: readQuantity(transaction['maxFeePerGas'], `'maxFeePerGas'`),
    maxPriorityFeePerGas: readQuantity(transaction['maxPriorityFeePerGas'], `'maxPriorityFeePerGas'`),
    nonce: nonce === undefined ? undefined : Number(nonce),
  }
}

export function describe({ to, data, value = 0n }: TransactionFields, chainId: number): string {
  const amount = `${formatEther(value)} of the native coin`
  if (to === undefined) return `Deploy a contract on chain ${chainId}`
  if (data === undefined || data === '0x') return `Send ${amount} to ${to} on chain ${chainId}`
  return `Call ${to} (${data.slice(0, 10)}) with ${amount} on chain ${chainId}`
}

function readRequest(core: WalletCore, origin: string, params: unknown): Signing {
  const transaction = param(params, 0)
  if (!isRecord(transaction)) throw invalidParams('The transaction must be an object.')
  const key = keyFor(core, origin, readAddress(transaction['from'], `'from'`))
  const { chainId } = core.getState()
  const asked = readQuantity(transaction['chainId'], `'chainId'`)
  if (asked !== undefined && asked !== BigInt(chainId)) {
    throw invalidParams(`The transaction is for chain ${asked}, but the wallet is on chain ${chainId}.`)
  }
  return { key, chainId, fields: readFields(transaction) }
}

async function sign(core: WalletCore, { key, chainId, fields }: Signing): Promise<Hex> {
  const { to, data, value } = fields
  const call = { from: key.address, to, data, value: value === undefined ? undefined : `0x${value.toString(16)}` }
  const [nonce, gas, fees] = await Promise.all([
    fields.nonce ?? askQuantity(core, chainId, 'eth_getTransactionCount', [key.address, 'pending']).then(Number),
    fields.gas ?? askQuantity(core, chainId, 'eth_estimateGas', [call]),
    readFees(core, chainId, fields),
  ])
  const transaction: TransactionSerializable = { ...fees, chainId, nonce, gas, to, data, value }
  return key.signTransaction(transaction)
}

type Fees =
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** EIP-1559 with room for six full blocks, unless the site or the chain wants a gas price. */
export async function readFees(core: WalletCore, chainId: number, fields: Partial<TransactionFields>): Promise<Fees> {
  if (fields.gasPrice !== undefined) return { type: 'legacy', gasPrice: fields.gasPrice }
  const block = await callChain(core, chainId, 'eth_getBlockByNumber', ['latest', false])
  const baseFee = isRecord(block) ? readQuantity(block['baseFeePerGas'], `'baseFeePerGas'`) : undefined
  if (baseFee === undefined) return { type: 'legacy', gasPrice: await askQuantity(core, chainId, 'eth_gasPrice', []) }
  const tip = fields.maxPriorityFeePerGas ?? (await askQuantity(core, chainId, 'eth_maxPriorityFeePerGas', []))
  const maxFeePerGas = fields.maxFeePerGas ?? baseFee * 2n + tip
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

export async function askQuantity(core: WalletCore, chainId: number, method: string, params: unknown[]): Promise<bigint> {
  const quantity = readQuantity(await callChain(core, chainId, method, params), `The answer to ${method}`)
  if (quantity === undefined) throw rpcError(rpcErrorCodes.internal, `The node gave no answer to ${method}.`)
  return quantity
}
