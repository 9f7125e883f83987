import type { Call, TypedData } from '@portico/core'
import type { SwapMeaning, SwapPermit } from '@portico/core/kit'
import type { Address, Hex } from 'viem'
import { concat, isAddressEqual, numberToHex, size } from 'viem/utils'
import type { SwapCall } from './readSwap.js'

/** Uniswap's Permit2, the same on every network: takes what an account has signed for, once. */
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** `execute` of 0x's Settler, whose first words are where what comes out goes, what it is, and how much it is at the least. */
const execute = '0x1fff991f'
/** Words of its head: the three, where the actions are, and an id. */
const headWords = 5
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * What a call of 0x's Settler gives that is paid by a permit. The Settler has no allowance of anybody, so it takes what was signed for and
 * nothing else, and its head holds whatever its actions do: they are written so that a signature at the end completes them, and are not
 * looked at here. Undefined where the call is not its own, or the permit is another contract's.
 */
export async function readPermittedSwap(
  { to, data, value }: SwapCall & { readonly to: Address },
  { spender }: { readonly spender: Address },
  settler: () => Promise<Address | undefined>,
): Promise<Omit<SwapMeaning, 'from' | 'units'> | undefined> {
  if (value !== 0n || !isAddressEqual(to, spender) || data.slice(0, 10).toLowerCase() !== execute) return undefined
  if (size(data) < 4 + headWords * 32) return undefined
  const [recipient, token, minimum] = [0, 1, 2].map((at) => data.slice(10 + at * 64, 74 + at * 64))
  const isAddress = (word: string | undefined): word is string => word !== undefined && /^0{24}/.test(word)
  if (!isAddress(recipient) || !isAddress(token)) return undefined
  const known = await settler()
  if (!known || !isAddressEqual(known, to)) return undefined
  const bought = `0x${token.slice(24)}`
  return {
    to: bought.toLowerCase() === native ? undefined : bought,
    minimum: BigInt(`0x${minimum}`),
    recipient: `0x${recipient.slice(24)}`,
  }
}

/** `PermitTransferFrom` of Permit2's SignatureTransfer (EIP-712). */
export function permitOf(token: Address, units: bigint, { spender, nonce, deadline }: SwapPermit, chainId: number): TypedData {
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message: { permitted: { token, amount: String(units) }, spender, nonce: String(nonce), deadline: String(deadline) },
  }
}

/** The signature behind its length, at the end, as 0x has it (docs.0x.org, "Swap API with Permit2"). */
export const withSignature = (call: Call & { readonly data: Hex }, signature: Hex): Call => ({
  ...call,
  data: concat([call.data, numberToHex(size(signature), { size: 32 }), signature]),
})
