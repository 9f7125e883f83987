import { encodeFunctionData, formatUnits } from 'viem'
import { z } from 'zod'
import { accounts } from '../accounts.js'
import { quantity, rpcBatch } from '../chains/rpc.js'
import { tokenAbi } from '../contracts/artifacts/token.js'
import { tokens } from '../contracts/tokens.js'

export interface AccountBalances {
  address: string
  /** By symbol, as decimals in whole units. */
  balances: Record<string, string>
}

/** What every seeded account holds on one chain. */
export async function getBalances(rpcUrl: string): Promise<AccountBalances[]> {
  const assets = Object.entries(tokens)
  const calls = accounts.flatMap(({ address: holder }) =>
    assets.map(([, { address: token }]) => {
      if (token === null) return { method: 'eth_getBalance', params: [holder, 'latest'] }
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [holder] })
      return { method: 'eth_call', params: [{ to: token, data }, 'latest'] }
    }),
  )
  const units = z.array(quantity).parse(await rpcBatch(rpcUrl, calls))
  return accounts.map(({ address }, row) => {
    const held = assets.map(([symbol, { decimals }], column) => [symbol, formatUnits(units[row * assets.length + column] ?? 0n, decimals)])
    return { address, balances: Object.fromEntries(held) }
  })
}
