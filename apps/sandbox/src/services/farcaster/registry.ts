import { type Address, type Hex, concatHex, numberToHex, pad } from 'viem'
import { rpc, rpcBatch } from '../../chains/rpc.js'

/** Where Farcaster's id registry is, on chain 10. */
export const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'

/**
 * A registry that only answers `idOf(address)` (0xd94fe832): the number that storage has in the slot of the address. Any other
 * call reverts.
 */
const code = concatHex([
  '0x5f3560e01c', // PUSH0 CALLDATALOAD PUSH1 e0 SHR: the selector
  '0x63d94fe832', // PUSH4 idOf
  '0x14', // EQ
  '0x6011', // PUSH1 17: the JUMPDEST below
  '0x57', // JUMPI
  '0x5f5ffd', // PUSH0 PUSH0 REVERT
  '0x5b', // JUMPDEST, at 17
  '0x60043554', // PUSH1 4 CALLDATALOAD SLOAD
  '0x5f52', // PUSH0 MSTORE
  '0x60205ff3', // PUSH1 20 PUSH0 RETURN
])

/** Puts the registry on a chain, if it is not there, with these owners of ids. @throws RpcError, or TypeError without a chain */
export async function placeRegistry(rpcUrl: string, owners: readonly { custody: Address; fid: number }[]): Promise<void> {
  if ((await rpc(rpcUrl, 'eth_getCode', [idRegistry, 'latest'])) === code) return
  await rpcBatch(rpcUrl, [
    { method: 'anvil_setCode', params: [idRegistry, code] },
    ...owners.map(({ custody, fid }) => ({ method: 'anvil_setStorageAt', params: [idRegistry, ...slot(custody, fid)] })),
  ])
}

/** Makes an address the owner of an id, as a registration would. */
export async function registerId(rpcUrl: string, { custody, fid }: { custody: Address; fid: number }): Promise<void> {
  await rpc(rpcUrl, 'anvil_setStorageAt', [idRegistry, ...slot(custody, fid)])
}

function slot(custody: Address, fid: number): [Hex, Hex] {
  return [pad(custody, { size: 32 }), numberToHex(fid, { size: 32 })]
}
