import type { Tables } from '@portico/service/database'
import { zeroAddress } from '../indexer/decodeLogs.js'
import type { OperationType } from '../providers/wire.js'

/** What a transaction moved, as it is held. */
export type HeldTransfer = Pick<
  Tables['indexer_transfers'],
  'kind' | 'token' | 'token_id' | 'sender' | 'recipient' | 'amount' | 'spread' | 'sub'
>

export interface ClassifyParameters {
  /** Whose history it is in. */
  readonly viewer: string
  readonly transaction: Pick<Tables['indexer_transactions'], 'sender' | 'recipient' | 'method' | 'value' | 'status'>
  /** Those that the viewer has a part in. */
  readonly transfers: readonly HeldTransfer[]
}

/**
 * Functions whose name says what they are for, by the first four bytes of the data, with what has to move for it to be believed:
 * anybody can name a function `claim`.
 */
export const namedMethods: Readonly<Record<string, { signature: string; type: OperationType; moves: 'in' | 'out' }>> = {
  '0xd0e30db0': { signature: 'deposit()', type: 'deposit', moves: 'out' },
  '0x6e553f65': { signature: 'deposit(uint256,address)', type: 'deposit', moves: 'out' },
  '0x617ba037': { signature: 'supply(address,uint256,address,uint16)', type: 'deposit', moves: 'out' },
  '0x2e1a7d4d': { signature: 'withdraw(uint256)', type: 'withdraw', moves: 'in' },
  '0xb460af94': { signature: 'withdraw(uint256,address,address)', type: 'withdraw', moves: 'in' },
  '0x69328dec': { signature: 'withdraw(address,uint256,address)', type: 'withdraw', moves: 'in' },
  '0xba087652': { signature: 'redeem(uint256,address,address)', type: 'withdraw', moves: 'in' },
  '0xa415bcad': { signature: 'borrow(address,uint256,uint256,uint16,address)', type: 'borrow', moves: 'in' },
  '0xc5ebeaec': { signature: 'borrow(uint256)', type: 'borrow', moves: 'in' },
  '0x573ade81': { signature: 'repay(address,uint256,uint256,address)', type: 'repay', moves: 'out' },
  '0x0e752702': { signature: 'repayBorrow(uint256)', type: 'repay', moves: 'out' },
  '0xa694fc3a': { signature: 'stake(uint256)', type: 'stake', moves: 'out' },
  '0x3a4b66f1': { signature: 'stake()', type: 'stake', moves: 'out' },
  '0x2e17de78': { signature: 'unstake(uint256)', type: 'unstake', moves: 'in' },
  '0x4e71d92d': { signature: 'claim()', type: 'claim', moves: 'in' },
  '0x379607f5': { signature: 'claim(uint256)', type: 'claim', moves: 'in' },
  '0x2e7ba6ef': { signature: 'claim(uint256,address,uint256,bytes32[])', type: 'claim', moves: 'in' },
  '0x3d18b912': { signature: 'getReward()', type: 'claim', moves: 'in' },
}

/** What a transaction was for the account that asks: by what it came to in the end, not by each step of it. */
export function classify({ viewer, transaction, transfers }: ClassifyParameters): OperationType {
  const { sender, recipient, method, value, status } = transaction
  const signed = sender === viewer
  if (status !== 1) return recipient === null ? 'deploy' : value !== '0' ? 'send' : 'execute'
  const moves = transfers.filter(({ kind }) => kind !== 'approval')
  const sums = netOf(viewer, moves)
  const gains = [...sums.values()].filter((sum) => sum > 0n).length
  const losses = [...sums.values()].filter((sum) => sum < 0n).length
  const named = signed ? namedMethods[method] : undefined
  if (named && (named.moves === 'in' ? gains : losses) > 0) return named.type
  if (gains > 0 && losses > 0) return 'trade'
  if (recipient === null && signed) return 'deploy'
  if (losses > 0) return moves.some((move) => move.sender === viewer && move.recipient !== zeroAddress) ? 'send' : 'burn'
  if (gains > 0) return moves.some((move) => move.recipient === viewer && move.sender !== zeroAddress) ? 'receive' : 'mint'
  if (transfers.some(({ kind }) => kind === 'approval')) return 'approve'
  if (moves.length > 0) return moves.some((move) => move.sender === viewer) ? 'send' : 'receive'
  // Nothing, to oneself: how a transaction that waits is replaced by none.
  if (signed && recipient === viewer && method === '') return 'cancel'
  return signed || method !== '' ? 'execute' : 'receive'
}

/** What each asset came to for the viewer. */
function netOf(viewer: string, moves: readonly HeldTransfer[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { token, token_id, sender, recipient, amount } of moves) {
    const key = `${token}/${token_id}`
    const change = (recipient === viewer ? BigInt(amount) : 0n) - (sender === viewer ? BigInt(amount) : 0n)
    sums.set(key, (sums.get(key) ?? 0n) + change)
  }
  return sums
}
