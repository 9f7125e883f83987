import { type Hex, decodeFunctionResult, encodeFunctionData } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { type Node, hexData } from '../../rpc/node.js'
import { entryPoint } from '../operation.js'
import type { OwnBundler } from '../settings.js'

/** Which of the addresses have a stake that counts: one that is locked, and large enough; and those that the operator trusts. In lower case. */
export async function stakedOf(
  addresses: readonly string[],
  { node, settings }: { node: Node; settings: Pick<OwnBundler, 'leastStake' | 'leastUnstakeDelay' | 'trusted'> },
): Promise<ReadonlySet<string>> {
  const trusted = new Set(settings.trusted.map((each) => each.toLowerCase()))
  const asked = addresses.filter((each) => !trusted.has(each))
  const found = await Promise.all(
    asked.map(async (address) => {
      const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getDepositInfo', args: [address as Hex] })
      const said = await node.call({ method: 'eth_call', params: [{ to: entryPoint, data }, 'latest'] }, hexData)
      const { staked, stake, unstakeDelaySec } = decodeFunctionResult({ abi: entryPoint08Abi, functionName: 'getDepositInfo', data: said })
      return staked && stake >= settings.leastStake && unstakeDelaySec >= settings.leastUnstakeDelay ? [address] : []
    }),
  )
  return new Set([...trusted, ...found.flat()])
}
