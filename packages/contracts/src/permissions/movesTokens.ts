import type { Hex } from 'viem'

/** Methods of tokens and of Permit2 that move what an account has, or let somebody else move it, by their selectors. Core has the same. */
export const movingSelectors: ReadonlySet<string> = new Set([
  '0xa9059cbb', // transfer(address,uint256)
  '0x23b872dd', // transferFrom(address,address,uint256)
  '0x095ea7b3', // approve(address,uint256)
  '0x39509351', // increaseAllowance(address,uint256)
  '0xd505accf', // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
  '0x42842e0e', // safeTransferFrom(address,address,uint256)
  '0xb88d4fde', // safeTransferFrom(address,address,uint256,bytes)
  '0xa22cb465', // setApprovalForAll(address,bool)
  '0xf242432a', // safeTransferFrom(address,address,uint256,uint256,bytes)
  '0x2eb2c2d6', // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
  '0x4000aea0', // transferAndCall(address,uint256,bytes)
  '0xcae9ca51', // approveAndCall(address,uint256,bytes)
  '0x87517c45', // Permit2: approve(address,address,uint160,uint48)
  '0x36c78516', // Permit2: transferFrom(address,address,uint160,address)
  '0x9dc29fac', // burn(address,uint256)
  '0x42966c68', // burn(uint256)
])

/**
 * Whether a method is known to move tokens of whoever calls it, or to let others move them.
 * @example if (movesTokens('0x095ea7b3')) askForAnAmount() // approve(address,uint256): it takes a scope with an amount
 */
export function movesTokens(method: Hex): boolean {
  return movingSelectors.has(method.toLowerCase())
}
