import { type Address, type Hex, concat, getAddress, hashTypedData, pad, slice, toHex } from 'viem'
import {
  type PackedUserOperation,
  type UserOperation,
  entryPoint08Address,
  getUserOperationTypedData,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import { z } from 'zod'
import { RefusedError, bundlerCodes } from './errors.js'

/** An operation of EntryPoint 0.8, with every field that a bundle needs. */
export type Operation = UserOperation<'0.8'>

/** The one entry point that is spoken to. */
export const entryPoint = entryPoint08Address

/** In place of a factory: the sender is an account that EIP-7702 delegates. */
export const delegatedFactory = '0x7702000000000000000000000000000000000000'

/** The longest field that is taken, in characters: half of what a transaction may have. */
const longest = 128 * 1024

const hex = z
  .string()
  .max(longest)
  .regex(/^0x([0-9a-fA-F]{2})*$/, 'is not hex')
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'is no address')
  .transform((text): Address => getAddress(text.toLowerCase()))
const word = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'is not 32 bytes')
  .transform((text): Hex => `0x${text.slice(2)}`)
const number = (bits: number) =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{1,64}$/, 'is no number in hex')
    .transform(BigInt)
    .refine((value) => value < 1n << BigInt(bits), `is longer than ${bits} bits`)
const small = number(53).transform(Number)
/** Gas and fees are packed into halves of a word. */
const half = number(128)

const authorization = z
  .object({
    address: z.optional(address),
    /** What some clients call it. */
    contractAddress: z.optional(address),
    chainId: z.union([small, z.int().min(0)]),
    nonce: z.union([small, z.int().min(0)]),
    r: number(256),
    s: number(256),
    yParity: z.optional(z.union([small, z.int()])),
    v: z.optional(z.union([small, z.int()])),
  })
  .transform(({ address: one, contractAddress, yParity, v, r, s, ...rest }, context) => {
    const delegate = one ?? contractAddress
    const parity = yParity ?? (v === undefined ? undefined : v % 27)
    if (delegate && (parity === 0 || parity === 1)) {
      return { ...rest, address: delegate, yParity: parity, r: toHex(r, { size: 32 }), s: toHex(s, { size: 32 }) }
    }
    context.issues.push({ code: 'custom', message: 'needs an address, and yParity 0 or 1', input: undefined })
    return z.NEVER
  })

const shared = { sender: address, nonce: number(256), callData: hex, eip7702Auth: z.nullish(authorization) }
const limits = {
  callGasLimit: half,
  verificationGasLimit: half,
  preVerificationGas: half,
  maxFeePerGas: half,
  maxPriorityFeePerGas: half,
}
const paymasterFields = {
  paymaster: z.nullish(address),
  paymasterData: z.nullish(hex),
  paymasterVerificationGasLimit: z.nullish(half),
  paymasterPostOpGasLimit: z.nullish(half),
}
const factoryFields = {
  factory: z.nullish(z.union([z.literal('0x7702').transform(() => getAddress(delegatedFactory)), address])),
  factoryData: z.nullish(hex),
}

/** As ERC-7769 writes it, with every field that a bundle needs. */
const whole = z.object({ ...shared, ...limits, ...paymasterFields, ...factoryFields, signature: hex })
/** Before its gas is known. */
const partial = z.object({
  ...shared,
  ...paymasterFields,
  ...factoryFields,
  callGasLimit: half.nullish(),
  verificationGasLimit: half.nullish(),
  preVerificationGas: half.nullish(),
  maxFeePerGas: half.nullish(),
  maxPriorityFeePerGas: half.nullish(),
  signature: hex.nullish(),
})
/** As the entry point has it. */
const packed = z
  .object({
    ...shared,
    initCode: hex,
    accountGasLimits: word,
    preVerificationGas: half,
    gasFees: word,
    paymasterAndData: hex,
    signature: hex,
  })
  .refine(({ initCode }) => initCode === '0x' || initCode.length >= 42, 'initCode is shorter than an address')
  .refine(
    ({ paymasterAndData }) => paymasterAndData === '0x' || paymasterAndData.length >= 106,
    'paymasterAndData is shorter than 52 bytes',
  )

type Fields = Partial<z.output<typeof partial>> & Pick<z.output<typeof partial>, 'sender' | 'nonce' | 'callData'>

/** An operation of a call, packed or not. @throws RefusedError (-32602) naming the fields that are wrong */
export function readOperation(value: unknown): Operation {
  if (isPacked(value)) return toOperation(unpack(read(packed, value)))
  const fields = read(whole, value)
  checkTogether(fields, ['factory', 'factoryData'])
  checkTogether(fields, ['paymaster', 'paymasterData', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'])
  return toOperation(fields)
}

/** ERC-7769 has all of them, or none. */
function checkTogether<Name extends string>(fields: Readonly<Partial<Record<Name, unknown>>>, names: readonly Name[]): void {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length === 0 || missing.length === names.length) return
  throw new RefusedError(bundlerCodes.invalid, `The operation has some of ${names.join(', ')}, and no ${missing.join(', ')}.`)
}

/** The same before its gas is known: what is missing is 0. @throws RefusedError (-32602) */
export function readPartialOperation(value: unknown): Operation {
  return toOperation(isPacked(value) ? unpack(read(packed, value)) : read(partial, value))
}

function isPacked(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'accountGasLimits' in value
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the operation'} ${message}`)
  throw new RefusedError(bundlerCodes.invalid, `The operation is not one of EntryPoint 0.8: ${problems.join('; ')}.`)
}

function unpack({ initCode, accountGasLimits, gasFees, paymasterAndData, ...rest }: z.output<typeof packed>): Fields {
  const part = (data: Hex, from: number, to: number): bigint => BigInt(slice(data, from, to))
  const paid = paymasterAndData !== '0x'
  return {
    ...rest,
    verificationGasLimit: part(accountGasLimits, 0, 16),
    callGasLimit: part(accountGasLimits, 16, 32),
    maxPriorityFeePerGas: part(gasFees, 0, 16),
    maxFeePerGas: part(gasFees, 16, 32),
    ...(initCode !== '0x' && { factory: getAddress(slice(initCode, 0, 20)), factoryData: tail(initCode, 20) }),
    ...(paid && {
      paymaster: getAddress(slice(paymasterAndData, 0, 20)),
      paymasterVerificationGasLimit: part(paymasterAndData, 20, 36),
      paymasterPostOpGasLimit: part(paymasterAndData, 36, 52),
      paymasterData: tail(paymasterAndData, 52),
    }),
  }
}

const tail = (data: Hex, from: number): Hex => `0x${data.slice(2 + from * 2)}`

function toOperation(fields: Fields): Operation {
  const { sender, nonce, callData, eip7702Auth, factory, factoryData, paymaster } = fields
  if (!factory && factoryData && factoryData !== '0x')
    throw new RefusedError(bundlerCodes.invalid, 'The operation has factoryData, and no factory.')
  if (eip7702Auth && factory !== getAddress(delegatedFactory)) {
    throw new RefusedError(bundlerCodes.invalid, 'An operation with eip7702Auth has 0x7702 for its factory.')
  }
  return {
    sender,
    nonce,
    callData,
    callGasLimit: fields.callGasLimit ?? 0n,
    verificationGasLimit: fields.verificationGasLimit ?? 0n,
    preVerificationGas: fields.preVerificationGas ?? 0n,
    maxFeePerGas: fields.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: fields.maxPriorityFeePerGas ?? 0n,
    signature: fields.signature ?? '0x',
    ...(factory && { factory, factoryData: factoryData ?? '0x' }),
    ...(paymaster && {
      paymaster,
      paymasterData: fields.paymasterData ?? '0x',
      paymasterVerificationGasLimit: fields.paymasterVerificationGasLimit ?? 0n,
      paymasterPostOpGasLimit: fields.paymasterPostOpGasLimit ?? 0n,
    }),
    ...(eip7702Auth && { authorization: eip7702Auth }),
  }
}

/** As ERC-7769 writes it; a delegated account's factory as two bytes, since bundlers of others take no other form. */
export function writeOperation(operation: Operation): Record<string, unknown> {
  const { authorization: delegation, ...rest } = operation
  const wire = rest.factory === delegatedFactory ? { ...rest, factory: '0x7702' } : rest
  const entries = Object.entries(wire).map(([name, value]) => [name, typeof value === 'bigint' ? toHex(value) : value])
  if (!delegation) return Object.fromEntries(entries)
  const { address: delegate, chainId, nonce, r, s, yParity } = delegation
  const eip7702Auth = { address: delegate, chainId: toHex(chainId), nonce: toHex(nonce), r, s, yParity: toHex(yParity ?? 0) }
  return { ...Object.fromEntries(entries), eip7702Auth }
}

/** As the entry point takes it. */
export function pack(operation: Operation): PackedUserOperation {
  return toPackedUserOperation(operation)
}

/**
 * The operation's hash (EIP-712), by which everybody knows it.
 * @param delegate that the sender has, where its factory is 0x7702 and no authorization comes with the operation
 */
export function hashOperation(operation: Operation, chainId: number, delegate?: Address): Hex {
  const authorization = operation.authorization ?? (delegate && { address: delegate, chainId, nonce: 0, r: '0x', s: '0x', yParity: 0 })
  const userOperation: Operation = authorization ? { ...operation, authorization } : operation
  return hashTypedData(getUserOperationTypedData({ chainId, entryPointAddress: entryPoint, userOperation }))
}

/** Gas that the operation may take together: what a bundle has to leave for it, and what is paid for at most. */
export function gasOf({ verificationGasLimit, callGasLimit, preVerificationGas, ...operation }: Operation): bigint {
  const paymaster = (operation.paymasterVerificationGasLimit ?? 0n) + (operation.paymasterPostOpGasLimit ?? 0n)
  return verificationGasLimit + callGasLimit + preVerificationGas + paymaster
}

/** What it costs at most, in wei. */
export const costOf = (operation: Operation): bigint => gasOf(operation) * operation.maxFeePerGas

/** The code of an account that EIP-7702 delegates. */
export const delegationCode = (delegate: Address): Hex => concat(['0xef0100', delegate])

/** Whom an account delegates to, by its code; undefined for a contract of its own, and for none. */
export function delegateOf(code: Hex): Address | undefined {
  return code.length === 48 && code.startsWith('0xef0100') ? getAddress(slice(code, 3)) : undefined
}

/** A nonce whose texts sort as the numbers do. */
export const nonceText = (nonce: bigint): string => pad(toHex(nonce), { size: 32 })
