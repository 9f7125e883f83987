import { type Address, type Hex, zeroAddress } from 'viem'
import { decodeAbiParameters, getAddress, hexToBigInt, sliceHex, size } from 'viem/utils'
import type { Action } from './action.js'
import { decodeCall } from './calls.js'
import { readArguments } from './readArguments.js'

/** Contracts of Safe whose code runs several calls in the place of an account: MultiSend and MultiSendCallOnly, 1.3.0 and 1.4.1. */
const multiSends: readonly string[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
].map((address) => address.toLowerCase())

/** As many calls are read of one batch. */
const mostCalls = 50
const deepest = 4

export interface AccountCall {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
  /** Code of somebody else runs in the place of the account. */
  readonly delegated?: boolean
}

const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex // a prefix of hex is hex

/** What an account does that somebody signs for: with each action the account, so that nobody takes it for their own. */
export function actionsBy(account: Address, { to, value, data, delegated = false }: AccountCall, depth = 0): readonly Action[] {
  const by = <A extends Action>(action: A) => ({ ...action, by: account })
  if (!delegated) {
    const own = to === account && value === 0n ? ownCall(account, data, depth) : undefined
    return own ?? decodeCall(to, data, value, depth, account).map(by)
  }
  const inner = depth < deepest && multiSends.includes(to.toLowerCase()) ? multiSend(data) : undefined
  if (inner) return inner.flatMap((each) => actionsBy(account, each, depth + 1))
  return [by({ kind: 'call', to, selector: selectorOf(data), value, delegated: true })]
}

/** `multiSend(bytes)`: operation, address, value, length and data, one after the other without gaps. */
function multiSend(data: Hex): readonly AccountCall[] | undefined {
  if (selectorOf(data) !== '0x8d80ff0a') return undefined
  const packed = readArguments([{ type: 'bytes' }], data)?.[0]
  if (packed === undefined) return undefined
  const calls: AccountCall[] = []
  try {
    for (let at = 0; at < size(packed); ) {
      // All before the data is there, or this throws.
      const length = Number(hexToBigInt(sliceHex(packed, at + 53, at + 85, { strict: true })))
      calls.push({
        delegated: sliceHex(packed, at, at + 1) !== '0x00',
        to: getAddress(sliceHex(packed, at + 1, at + 21)),
        value: hexToBigInt(sliceHex(packed, at + 21, at + 53)),
        data: length === 0 ? '0x' : sliceHex(packed, at + 85, at + 85 + length, { strict: true }),
      })
      at += 85 + length
      if (calls.length > mostCalls) return undefined
    }
  } catch {
    // Less is there than it says.
    return undefined
  }
  return calls.length > 0 ? calls : undefined
}

const address = { type: 'address' } as const
const units = { type: 'uint256' } as const
const bytes = { type: 'bytes' } as const
const call = {
  type: 'tuple',
  components: [
    { ...address, name: 'to' },
    { ...units, name: 'value' },
    { ...bytes, name: 'data' },
  ],
} as const
const calls = { ...call, type: 'tuple[]' } as const

/** Functions of a Safe that change who may sign for it, and what they are called. The first address is who it is about. */
const controls: Readonly<Record<Hex, readonly [what: string, types: readonly ('address' | 'uint256')[], who: number | undefined]>> = {
  '0x0d582f13': ['addOwnerWithThreshold', ['address', 'uint256'], 0],
  '0xf8dc5dd9': ['removeOwner', ['address', 'address', 'uint256'], undefined],
  '0xe318b52b': ['swapOwner', ['address', 'address', 'address'], 2],
  '0x694e80c3': ['changeThreshold', ['uint256'], undefined],
  '0x610b5925': ['enableModule', ['address'], 0],
  '0xe19a9dd9': ['setGuard', ['address'], 0],
  '0xf08a0323': ['setFallbackHandler', ['address'], 0],
}

/** What an account does with itself. */
function ownCall(account: Address, data: Hex, depth: number): readonly Action[] | undefined {
  const control = controls[selectorOf(data)]
  if (!control) return decodeExecution(account, data, depth + 1)
  const [what, types, who] = control
  const values: readonly unknown[] | undefined = readArguments(
    types.map((type) => ({ type })),
    data,
  )
  if (!values) return undefined
  const delegate = values[who ?? -1]
  if (typeof delegate === 'string' && delegate !== zeroAddress) return [{ kind: 'control', account, what, delegate: getAddress(delegate) }]
  // Nobody gets anything by it, and fewer have a say.
  return [{ kind: 'function', to: account, name: what, values: {}, value: 0n, grave: true, by: account }]
}

/**
 * What an account does by a call of its own `execute`: of ERC-4337's first accounts and their children, of Safe's module for it, and
 * of ERC-7579. Undefined for anything else.
 */
export function decodeExecution(account: Address, data: Hex, depth = 0): readonly Action[] | undefined {
  if (depth >= deepest) return undefined
  const found = executed(data)
  return found && found.length > 0 && found.length <= mostCalls
    ? found.flatMap((each) => actionsBy(account, { ...each, to: getAddress(each.to) }, depth + 1))
    : undefined
}

function executed(data: Hex): readonly AccountCall[] | undefined {
  switch (selectorOf(data)) {
    // execute(address,uint256,bytes)
    case '0xb61d27f6': {
      const said = readArguments([address, units, bytes], data)
      return said && [{ to: said[0], value: said[1], data: said[2] }]
    }
    // executeUserOp and executeUserOpWithErrorString(address,uint256,bytes,uint8)
    case '0x7bb37428':
    case '0x541d63c8': {
      const said = readArguments([address, units, bytes, { type: 'uint8' }], data)
      return said && [{ to: said[0], value: said[1], data: said[2], delegated: said[3] !== 0 }]
    }
    // executeBatch((address,uint256,bytes)[])
    case '0x34fcd5be':
      return readArguments([calls], data)?.[0]
    // executeBatch(address[],uint256[],bytes[]) and executeBatch(address[],bytes[])
    case '0x47e1da2a': {
      const said = readArguments([{ type: 'address[]' }, { type: 'uint256[]' }, { type: 'bytes[]' }], data)
      return said && batchOf(...said)
    }
    case '0x18dfb3c7': {
      const said = readArguments([{ type: 'address[]' }, { type: 'bytes[]' }], data)
      return said && batchOf(said[0], [], said[1])
    }
    // ERC-7579: execute(bytes32,bytes)
    case '0xe9ae5c53': {
      const said = readArguments([{ type: 'bytes32' }, bytes], data)
      return said && modular(...said)
    }
    default:
      return undefined
  }
}

/** Calls of lists that are equally long. Where no values are given, there are none. */
function batchOf(to: readonly Address[], values: readonly bigint[], bodies: readonly Hex[]): readonly AccountCall[] | undefined {
  const isWhole = to.length === bodies.length && (values.length === 0 || values.length === to.length)
  return isWhole ? to.map((each, at) => ({ to: each, value: values[at] ?? 0n, data: bodies[at] ?? '0x' })) : undefined
}

/** Of a mode of ERC-7579 the first byte is the kind of call: one, several, or with the code of somebody else. */
function modular(mode: Hex, body: Hex): readonly AccountCall[] | undefined {
  try {
    switch (sliceHex(mode, 0, 1)) {
      case '0x00':
        return [
          {
            to: getAddress(sliceHex(body, 0, 20)),
            value: hexToBigInt(sliceHex(body, 20, 52, { strict: true })),
            data: size(body) > 52 ? sliceHex(body, 52) : '0x',
          },
        ]
      case '0x01':
        return decodeAbiParameters([calls], body)[0]
      case '0xff':
        return [
          {
            to: getAddress(sliceHex(body, 0, 20)),
            value: 0n,
            data: size(body) > 20 ? sliceHex(body, 20) : '0x',
            delegated: true,
          },
        ]
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}
