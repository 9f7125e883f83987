import { parseUnits } from 'viem'
import { z } from 'zod'
import type { Asset } from './market.js'

const given = z.object({ hash: z.string() })

/**
 * Sends coins by the sandbox's faucet.
 * @returns the transaction's hash, signature or id
 * @throws Error where the faucet gives nothing
 */
export async function sendCoins(controlUrl: string, asset: Asset, amount: string, address: string): Promise<string> {
  const { network, symbol, decimals } = asset
  const evm = /^eip155:(\d+)$/.exec(network)?.[1]
  const named = { chain: network.startsWith('solana:') ? 'solana' : 'bitcoin', address, token: symbol }
  const body =
    evm === undefined
      ? { ...named, amount: String(parseUnits(amount, decimals)) }
      : { chainId: Number(evm), address, token: symbol, amount }
  const response = await fetch(`${controlUrl}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`The faucet gave nothing: ${JSON.stringify(answer)}`)
  return given.parse(answer).hash
}
