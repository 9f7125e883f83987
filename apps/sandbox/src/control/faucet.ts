import { setTimeout } from 'node:timers/promises'
import { type Hex, encodeFunctionData, numberToHex, parseUnits } from 'viem'
import { z } from 'zod'
import { operator } from '../accounts.js'
import { bytes, quantity, rpc } from '../chains/rpc.js'
import { tokenAbi } from '../contracts/artifacts/token.js'
import { type TokenSymbol, tokens } from '../contracts/tokens.js'

export interface FaucetParameters {
  rpcUrl: string
  address: Hex
  token: TokenSymbol
  /** Whole units as a decimal. Default: the token's portion. */
  amount?: string | undefined
}

/**
 * Gives ether or tokens by a transaction of the operator, so that wallets and indexers see it arrive. With automine off it
 * waits like any other, and `block` is null.
 */
export async function give({ rpcUrl, address, token, amount }: FaucetParameters) {
  const { address: contract, decimals, portion } = tokens[token]
  const given = amount ?? portion
  const units = parseUnits(given, decimals)
  const transfer = token === 'WETH' ? ('transfer' as const) : ('mint' as const)
  const transaction =
    contract === null
      ? { from: operator, to: address, value: numberToHex(units) }
      : {
          from: operator,
          to: contract,
          data: encodeFunctionData({ abi: transferOrMint, functionName: transfer, args: [address, units] }),
        }
  const hash = bytes.parse(await rpc(rpcUrl, 'eth_sendTransaction', [transaction]))
  const receiptOf = async () =>
    z.nullable(z.object({ blockNumber: quantity })).parse(await rpc(rpcUrl, 'eth_getTransactionReceipt', [hash]))
  let receipt = await receiptOf()
  // The node answers before its block is there.
  const mines = receipt !== null || z.boolean().parse(await rpc(rpcUrl, 'anvil_getAutomine', []))
  for (let tries = 0; mines && !receipt && tries < 100; tries += 1) {
    await setTimeout(20)
    receipt = await receiptOf()
  }
  return { token, amount: given, hash, block: receipt ? Number(receipt.blockNumber) : null }
}

/** The operator holds a stock of WETH from the seed and mints the other tokens. */
const transferOrMint = tokenAbi
