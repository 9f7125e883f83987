import { deployAccountFactory, deployPaymaster } from '@portico/contracts/deploy'
import { delegationContracts, entryPointDeployment, placeContracts, simple7702Deployment } from '@portico/chains/evm'
import { type Hex, numberToHex, parseEther } from 'viem'
import { executors, operator, sponsor } from '../accounts.js'
import { rpcBatch } from '../chains/rpc.js'

/** Pays for what the gateway agrees to: the operator's, with the gateway's key as signer. */
export const sandboxPaymaster = deployPaymaster({ owner: operator, signer: sponsor.address })

/** Transactions that put on a chain what smart accounts need: entry point, our factory and paymaster, and what plain addresses delegate to. */
export function smartAccountCreations(): { to: Hex; data: Hex; gas: bigint }[] {
  const ours = [deployAccountFactory(), sandboxPaymaster].map(({ to, data }) => ({ to, data, gas: 3_000_000n }))
  const vendors = [entryPointDeployment(), simple7702Deployment()].map(({ to, data, gas }) => ({ to, data, gas }))
  return [...vendors, ...ours]
}

/** What the paymaster may spend, once it is there. */
export function paymasterDeposit(): { to: Hex; data: Hex; value: bigint } {
  return { to: sandboxPaymaster.address, data: '0xd0e30db0', value: parseEther('1000') }
}

/** Places the contracts of permissions where they stand on public networks, and gives the gateway's senders ether. */
export async function prepareSmartAccounts(rpcUrl: string): Promise<void> {
  await placeContracts((calls) => rpcBatch(rpcUrl, calls), delegationContracts())
  const balance = numberToHex(parseEther('1000'))
  await rpcBatch(
    rpcUrl,
    executors.map(({ address }) => ({ method: 'anvil_setBalance', params: [address, balance] })),
  )
}
