import { setTimeout as pause } from 'node:timers/promises'
import { type Hex, encodeDeployData, encodeFunctionData, getContractAddress, parseAbi, parseEther, parseUnits, toHex } from 'viem'
import { z } from 'zod'
import { hexBigint, hexData, hexNumber } from '../../rpc/node.js'
import type { TestChain } from '../../test/anvil.js'
import { pools02Abi, pools02Bytecode } from '../../test/artifacts/pools02.js'

/** A chain with pools of both kinds, and an account that has some of each token. */
export interface SwapWorld {
  /** Every contract of Uniswap's at once. */
  readonly router: Hex
  readonly wrapped: Hex
  readonly usd: Hex
  readonly dai: Hex
  /** Three pools away from the coin. */
  readonly port: Hex
  /** @throws Error where it fails */
  readonly send: (to: Hex | undefined, data: Hex, value?: bigint) => Promise<z.output<typeof receipt>>
}

const receipt = z.object({
  status: z.literal('0x1'),
  gasUsed: hexBigint,
  effectiveGasPrice: hexBigint,
  logs: z.array(z.object({ data: hexData })),
})
const coinAbi = parseAbi(['function mint(address to, uint256 amount)'])
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** @param hasMulticall whether many reads are one call of the chain, as on most. Else they are a batch of JSON-RPC */
export async function makeSwapWorld(chain: TestChain, hasMulticall = false): Promise<SwapWorld> {
  const send: SwapWorld['send'] = async (to, data, value = 0n) => {
    const hash = await chain.send({ data, value, gas: toHex(6_000_000), ...(to && { to }) })
    // Its block may come a moment later than its hash.
    for (;;) {
      const found = await chain.run('eth_getTransactionReceipt', hash)
      if (found !== null) return receipt.parse(found)
      await pause(5)
    }
  }
  await chain.run('anvil_setBalance', chain.alice, toHex(parseEther('100000')))
  const nonce = hexNumber.parse(await chain.run('eth_getTransactionCount', chain.alice, 'latest'))
  const router = getContractAddress({ from: chain.alice, nonce: BigInt(nonce) })
  await send(undefined, encodeDeployData({ abi: pools02Abi, bytecode: pools02Bytecode }))
  if (hasMulticall) await chain.run('anvil_setCode', multicall3, await chain.run('eth_getCode', router, 'latest'))
  const told = await chain.run('eth_call', { to: router, data: encodeFunctionData({ abi: pools02Abi, functionName: 'WETH9' }) }, 'latest')
  const wrapped: Hex = `0x${hexData.parse(told).slice(-40)}`
  const makeCoin = async (): Promise<Hex> => {
    const { logs } = await send(router, encodeFunctionData({ abi: pools02Abi, functionName: 'makeCoin' }))
    return `0x${logs[0]?.data.slice(-40) ?? ''}`
  }
  const makePool = (a: Hex, b: Hex, fee: number, amountA: bigint, amountB: bigint) => {
    const args = [a, b, fee, amountA, amountB] as const
    return send(router, encodeFunctionData({ abi: pools02Abi, functionName: 'makePool', args }), a === wrapped ? amountA : 0n)
  }
  const [usd, dai, port] = [await makeCoin(), await makeCoin(), await makeCoin()]
  await makePool(wrapped, usd, 500, parseEther('1000'), parseUnits('3200000', 6))
  await makePool(wrapped, usd, 3000, parseEther('900'), parseUnits('2880000', 6))
  // Of V2.
  await makePool(wrapped, usd, 0, parseEther('800'), parseUnits('2560000', 6))
  await makePool(usd, dai, 100, parseUnits('2000000', 6), parseUnits('2000000', 18))
  await makePool(dai, port, 10_000, parseUnits('1000000', 18), parseUnits('2000000', 18))
  const mint = encodeFunctionData({ abi: coinAbi, functionName: 'mint', args: [chain.alice, parseEther('1000000')] })
  for (const coin of [usd, dai, port]) await send(coin, mint)
  return { router, wrapped, usd, dai, port, send }
}
