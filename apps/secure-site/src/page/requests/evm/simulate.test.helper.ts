import { type Hex, pad, toHex } from 'viem'
import { bodyOf, ethereum, nodeDouble, own } from '../kit.test.helper.js'
import type { Action } from './action.js'
import { simulate } from './simulate.js'
import { settle } from './smart/operation.test.helper.js'
import { chainReader } from './tokens.js'

export const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const usdc = `eip155:1/erc20:${token.toLowerCase()}`
export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  forAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
} as const
export const upper = (hex: Hex): Hex => `0x${hex.slice(2).toUpperCase()}`
export const words = (...values: readonly bigint[]): Hex => `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join('')}`
export const log = (kind: Hex, indexed: readonly Hex[], data: Hex = '0x', address: Hex = token) => ({
  address,
  topics: [kind, ...indexed.map((each) => pad(each))],
  data,
})
export const sent = (to: Hex | undefined, value: bigint) => ({ from: own, ...(to && { to }), value, data: '0x' }) as const
export const done = (...logs: readonly unknown[]) => ({ status: '0x1', logs })

type Transactions = Parameters<typeof simulate>[0]['transactions']
type More = Partial<Pick<Parameters<typeof simulate>[0], 'own' | 'sends' | 'overrides'>>
/** A trial run, and what the node was asked for it. `down`: methods that are out of order. */
export async function run(
  answers: Readonly<Record<string, unknown>>,
  {
    transactions = [sent(alice, 0n)],
    actions = [],
    down = [],
    ...more
  }: More & { readonly transactions?: Transactions; readonly actions?: readonly Action[]; readonly down?: readonly string[] } = {},
) {
  const node = nodeDouble(answers)
  const tries: string[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    const { method } = JSON.parse(bodyOf(init)) as { method: string }
    tries.push(method)
    return down.includes(method) ? Promise.resolve(new Response('', { status: 503 })) : node.fetch(url, init)
  }
  const found = await settle(simulate({ transactions, actions, network: ethereum, fetch, chain: chainReader(ethereum, fetch), ...more }))
  const asked = (method: string) => node.calls.filter((call) => call.method === method).map(({ params }) => params)
  return { found, asked, tries }
}
export const block = (...calls: readonly unknown[]) => ({ eth_simulateV1: [{ calls }] })
export const failed = { changes: 'failed', leaves: undefined, remains: false }
/** What nobody can predict without a trial run. */
export const unknown: Action = { kind: 'call', to: alice, selector: '0x12345678', value: 0n }
export const still = { changes: [], leaves: [], remains: false }
