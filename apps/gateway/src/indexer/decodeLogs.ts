import { type Hex, decodeAbiParameters } from 'viem'
import type { TransferKind } from './tables.js'
import type { LogEntry } from './wire.js'

/** What one log moved. */
export interface Move {
  readonly kind: TransferKind
  readonly token: string
  readonly sender: string
  readonly recipient: string
  readonly tokenId: string
  readonly amount: bigint
  /** A coin that was wrapped or unwrapped: some contracts tell of it once more, as a transfer from or to nobody. */
  readonly wraps?: true
}

export const zeroAddress = '0x0000000000000000000000000000000000000000'

/** First topics. ERC-20 and ERC-721 share that of Transfer, and that of Approval. */
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/** The most of one batch that are kept: more in one log is an airdrop that nobody reads one by one. */
const longestBatch = 1000

/** What a log moved, none for a log of another kind or one that only looks like it. */
export function movesOf({ address: token, topics: [topic, first, second, third], data }: LogEntry): readonly Move[] {
  if (topic === undefined || first === undefined) return []
  if (topic === topics.deposit && second === undefined && isWord(data)) {
    return [{ kind: 'erc20', token, sender: zeroAddress, recipient: addressOf(first), tokenId: '', amount: BigInt(data), wraps: true }]
  }
  if (topic === topics.withdrawal && second === undefined && isWord(data)) {
    return [{ kind: 'erc20', token, sender: addressOf(first), recipient: zeroAddress, tokenId: '', amount: BigInt(data), wraps: true }]
  }
  if (second === undefined) return []
  const pair = { token, sender: addressOf(first), recipient: addressOf(second) }
  switch (topic) {
    case topics.transfer:
      if (third !== undefined && data === '0x') return [{ ...pair, kind: 'erc721', tokenId: String(BigInt(third)), amount: 1n }]
      return third === undefined && isWord(data) ? [{ ...pair, kind: 'erc20', tokenId: '', amount: BigInt(data) }] : []
    case topics.approval:
      if (third !== undefined && data === '0x') return [{ ...pair, kind: 'approval', tokenId: String(BigInt(third)), amount: 1n }]
      return third === undefined && isWord(data) ? [{ ...pair, kind: 'approval', tokenId: '', amount: BigInt(data) }] : []
    case topics.approvalForAll:
      return third === undefined && isWord(data) ? [{ ...pair, kind: 'approval', tokenId: '*', amount: BigInt(data) }] : []
    case topics.transferSingle:
    case topics.transferBatch: {
      if (third === undefined) return []
      const between = { token, sender: addressOf(second), recipient: addressOf(third), kind: 'erc1155' } as const
      const moved = topic === topics.transferSingle ? readSingle(data) : readBatch(data)
      return moved.map(([id, amount]) => ({ ...between, tokenId: String(id), amount }))
    }
    default:
      return []
  }
}

function readSingle(data: Hex): readonly (readonly [bigint, bigint])[] {
  return data.length === 130 ? [[BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66)}`)]] : []
}

function readBatch(data: Hex): readonly (readonly [bigint, bigint])[] {
  try {
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return ids.length === amounts.length ? ids.slice(0, longestBatch).map((id, at) => [id, amounts[at] ?? 0n]) : []
  } catch {
    // A log of somebody who only uses the name.
    return []
  }
}

const isWord = (data: Hex): boolean => data.length === 66
const addressOf = (topic: string): string => `0x${topic.slice(26)}`
