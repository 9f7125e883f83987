import { z } from 'zod'
import type { PlacedContract } from './delegationContracts.js'

/** Asks a chain several things by JSON-RPC, and gives the answers in order. */
export type Ask = (calls: readonly { method: string; params: readonly unknown[] }[]) => Promise<unknown[]>

const codes = z.array(z.string().regex(/^0x[0-9a-f]{2,}$/))

/**
 * Puts contracts on an anvil chain at given addresses. Each constructor runs at the contract's own address, without a
 * transaction, so that what it takes from there (EIP-712's domain) is right; what it stores is lost.
 */
export async function placeContracts(ask: Ask, contracts: readonly PlacedContract[]): Promise<void> {
  const runs = contracts.map(({ address, initCode }) => {
    return { method: 'eth_call', params: [{ to: address }, 'latest', { [address]: { code: initCode } }] }
  })
  const answers = codes.parse(await ask(runs))
  await ask(contracts.map(({ address }, index) => ({ method: 'anvil_setCode', params: [address, answers[index]] })))
}
