import entryPoint from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' }
import simple7702Account from '@account-abstraction/contracts/artifacts/Simple7702Account.json' with { type: 'json' }
import { z } from 'zod'

type Hex = `0x${string}`

/** A transaction to the CREATE2 deployer, which anvil has from the start, and where the contract is afterwards. */
export interface Deployment {
  address: Hex
  to: Hex
  data: Hex
  /** A limit that is enough. */
  gas: bigint
}

const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const artifact = z.object({ bytecode: z.string().regex(/^0x[0-9a-f]+$/) })

/** EntryPoint 0.8 of ERC-4337, as it stands on all networks. Its source is under GPL-3.0: it is read from its package, never copied. */
export function entryPointDeployment(): Deployment {
  const salt = '0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
  return deployment({ address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', contract: entryPoint, salt })
}

/** Simple7702Account 0.8, to which a plain address may delegate (EIP-7702), as it stands on all networks. */
export function simple7702Deployment(): Deployment {
  return deployment({ address: '0xe6Cae83BdE06E4c305530e199D7217f42808555B', contract: simple7702Account, salt: '0'.repeat(64) })
}

function deployment({ address, contract, salt }: { address: Hex; contract: unknown; salt: string }): Deployment {
  const { bytecode } = artifact.parse(contract)
  return { address, to: create2Deployer, data: `0x${salt}${bytecode.slice(2)}`, gas: 6_000_000n }
}
