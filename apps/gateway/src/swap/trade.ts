import { z } from 'zod'
import { evmAddress, hexData } from '../rpc/node.js'
import { units } from './hosted.js'

/** Uniswap's Permit2, the same on every network: takes what was signed for, once. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Numbers go out as text, since most have more bits than JSON's. */
const said = units.transform(String)

/**
 * A permit of Permit2 with a swap as its witness, as 0x's Settler has it: who holds the signature can do this swap, once, and nothing else.
 * Its types are not read, as whoever signs writes them anew.
 */
export const tradeData = z.object({
  domain: z.object({ name: z.literal('Permit2'), chainId: z.int(), verifyingContract: evmAddress }),
  primaryType: z.literal('PermitWitnessTransferFrom'),
  message: z.object({
    permitted: z.object({ token: evmAddress, amount: said }),
    spender: evmAddress,
    nonce: said,
    deadline: said,
    slippageAndActions: z.object({
      recipient: evmAddress,
      buyToken: evmAddress,
      minAmountOut: said,
      actions: z.array(hexData).max(64),
    }),
  }),
})
export type TradeData = z.output<typeof tradeData>

const field = (name: string, type: string) => ({ name, type })
/** What the data above are, for whoever is handed them with a signature. */
export const tradeTypes = {
  EIP712Domain: [field('name', 'string'), field('chainId', 'uint256'), field('verifyingContract', 'address')],
  PermitWitnessTransferFrom: [
    field('permitted', 'TokenPermissions'),
    field('spender', 'address'),
    field('nonce', 'uint256'),
    field('deadline', 'uint256'),
    field('slippageAndActions', 'SlippageAndActions'),
  ],
  TokenPermissions: [field('token', 'address'), field('amount', 'uint256')],
  SlippageAndActions: [
    field('recipient', 'address'),
    field('buyToken', 'address'),
    field('minAmountOut', 'uint256'),
    field('actions', 'bytes[]'),
  ],
} as const
