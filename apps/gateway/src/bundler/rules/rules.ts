import { type Hex, keccak256, pad, slice } from 'viem'
import { type Operation, entryPoint } from '../operation.js'
import { factoryOf } from '../queue.js'
import type { Phase } from './trace.js'

/** What a validation does that ERC-7562 forbids. */
export interface Violation {
  /** Of ERC-7562: OP-011. */
  readonly rule: string
  /** A sentence. */
  readonly message: string
  /** A factory or paymaster that may do it with a stake. */
  readonly unstaked?: Hex
}

/** A call of the entry point's depositTo(address). */
const depositOf = (account: string): string => `0xb760faf9${account.slice(2).padStart(64, '0')}`
/** How far behind a hash a slot still belongs to whoever is in it. */
const nearby = 128n
/** Precompiles that read nothing of the chain: the first nine, and P-256 (RIP-7212). */
const isPrecompile = (address: string): boolean => BigInt(address) >= 1n && (BigInt(address) <= 9n || BigInt(address) === 0x100n)
const entry = entryPoint.toLowerCase()
const needsStake = /^(SELF)?BALANCE$/

/**
 * The first rule of ERC-7562 that a validation breaks: its opcodes, what it calls, and what it reads and writes.
 * @param staked whether a factory or a paymaster has a stake that counts; asked with the address in lower case
 */
export function findViolation(phases: readonly Phase[], operation: Operation, staked: (address: string) => boolean): Violation | undefined {
  const names = namesOf(operation)
  for (const phase of phases) {
    const own = phase.entity === names.sender || phase.entity === names.paymaster ? phase.entity : names.factory
    const context = { phase, own, names, isStaked: own !== names.sender && staked(own), isFactoryStaked: staked(names.factory) }
    const found = opcodes(context) ?? calls(context) ?? codes(context) ?? slots(context)
    if (found) return found
  }
  return undefined
}

interface Context {
  readonly phase: Phase
  /** Whose phase it is. */
  readonly own: string
  readonly names: ReturnType<typeof namesOf>
  readonly isStaked: boolean
  readonly isFactoryStaked: boolean
}

function namesOf(operation: Operation) {
  const lower = (address: string | undefined): string => (address ?? '').toLowerCase()
  return { sender: lower(operation.sender), paymaster: lower(operation.paymaster), factory: lower(factoryOf(operation)) }
}

const kindOf = ({ own, names }: Context): string => (own === names.sender ? 'account' : own === names.paymaster ? 'paymaster' : 'factory')

function opcodes(context: Context): Violation | undefined {
  const { phase, own, names, isStaked } = context
  if (phase.outOfGas) return { rule: 'OP-020', message: `The ${kindOf(context)} ran out of gas while it validated.` }
  let created = 0
  for (const { op } of phase.opcodes) {
    if (op === 'CREATE2' && own === names.factory && names.factory !== '' && (created += 1) === 1) continue
    const message = `The ${kindOf(context)} uses ${op} while it validates.`
    if (!needsStake.test(op)) return { rule: op === 'GAS' ? 'OP-012' : op === 'CREATE2' ? 'OP-031' : 'OP-011', message }
    if (!isStaked) return { rule: 'OP-080', message, ...unstaked(context) }
  }
  return undefined
}

function calls(context: Context): Violation | undefined {
  const { phase, own, names } = context
  for (const { to, at, value, input, hasCode } of phase.calls) {
    if (to === entry) {
      const isDeposit = input === depositOf(names.sender) && own !== names.paymaster
      if (isDeposit || (input === '0x' && at === names.sender)) continue
      return { rule: 'OP-054', message: `The ${kindOf(context)} calls the entry point while it validates.` }
    }
    if (value > 0n) return { rule: 'OP-061', message: `The ${kindOf(context)} sends coins while it validates.` }
    if (hasCode || to === names.sender || isPrecompile(to)) continue
    const isReserved = BigInt(to) > 0n && BigInt(to) < 0x10000n
    return { rule: isReserved ? 'OP-062' : 'OP-041', message: `The ${kindOf(context)} calls ${to}, which has no code.` }
  }
  return undefined
}

function codes(context: Context): Violation | undefined {
  const { phase, names } = context
  for (const { op, of, hasCode, isZero } of phase.codes) {
    if (of === entry && !(op === 'EXTCODESIZE' && isZero)) {
      return { rule: 'OP-054', message: `The ${kindOf(context)} reads the entry point's code while it validates.` }
    }
    if (!hasCode && of !== names.sender)
      return { rule: 'OP-041', message: `The ${kindOf(context)} reads the code of ${of}, which has none.` }
  }
  return undefined
}

function slots(context: Context): Violation | undefined {
  const { phase, own, names, isStaked, isFactoryStaked } = context
  const isNew = names.factory !== ''
  const isOf = belongings(phase.hashed)
  for (const { at, slot, isWrite } of phase.slots) {
    // The entry point keeps deposits; what may be asked of it is a matter of calls.
    if (at === names.sender || at === entry) continue
    const what = `The ${kindOf(context)} ${isWrite ? 'writes' : 'reads'} storage of ${at} while it validates`
    if (at === own) {
      if (isStaked) continue
      return { rule: 'STO-031', message: `${what}, and has no stake.`, ...unstaked(context) }
    }
    if (at === names.paymaster || at === names.factory) return { rule: 'STO-010', message: `${what}.` }
    if (isOf(slot, names.sender)) {
      if (!isNew || isFactoryStaked) continue
      return { rule: 'STO-022', message: `${what}, and the factory has no stake.`, unstaked: names.factory as Hex }
    }
    if (isStaked && (!isWrite || isOf(slot, own))) continue
    const rule = isWrite ? 'STO-032' : 'STO-033'
    return { rule, message: `${what}.`, ...(isWrite && !isOf(slot, own) ? {} : unstaked(context)) }
  }
  return undefined
}

/** An account's stake counts for nothing here. */
const unstaked = ({ own, names, isStaked }: Context): { unstaked?: Hex } =>
  own === names.sender || isStaked ? {} : { unstaked: own as Hex }

/** Whether a slot is an address, or lies by a hash of the address and a word. */
function belongings(hashed: readonly Hex[]): (slot: bigint, address: string) => boolean {
  const bases = new Map<string, bigint[]>()
  for (const preimage of new Set(hashed)) {
    const first = slice(preimage, 0, 32)
    if (!first.startsWith(`0x${'0'.repeat(24)}`)) continue
    const address = `0x${first.slice(26)}`
    bases.set(address, [...(bases.get(address) ?? []), BigInt(keccak256(preimage))])
  }
  return (slot, address) =>
    slot === BigInt(pad(address as Hex)) || (bases.get(address) ?? []).some((base) => slot >= base && slot - base <= nearby)
}
