import { type Address, type Hex, concatHex, getContractAddress, pad } from 'viem'
import { accountFactory, accountImplementation } from '../artifacts/addresses.js'

/** What the factory runs to make a clone that keeps its first owner behind its code (ERC-1167 with arguments, by OpenZeppelin). */
function cloneCode(owner: Address): Hex {
  return concatHex(['0x6100413d81600a3d39f3363d3d373d3d3d363d73', accountImplementation, '0x5af43d82803e903d91602b57fd5bf3', owner])
}

/**
 * Where the account of a key is or will be, on every chain. It follows from the *first* owner: after a change of owner the
 * account stays where it is, and the new key's own account is another.
 * @example accountAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
 */
export function accountAddress(owner: Address): Address {
  return getContractAddress({ opcode: 'CREATE2', from: accountFactory, salt: pad('0x'), bytecode: cloneCode(owner) })
}
