import type { ReadTrade } from '@portico/core/kit'
import type { Address } from 'viem'
import { isAddressEqual } from 'viem/utils'
import { isHexOf } from '../implementation/order.js'
import { permit2 } from './permit.js'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const mostActions = 64

const field = (name: string, type: string) => ({ name, type })
/** `PermitWitnessTransferFrom` of Permit2, with the swap of 0x's Settler as its witness (EIP-712; docs.0x.org, "Gasless API"). */
const types = {
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

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const addressOf = (value: unknown): Address | undefined => (isHexOf(value, 40) ? value : undefined)
const unitsOf = (value: unknown): bigint | undefined => {
  const units = typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : undefined
  return units !== undefined && units < 2n ** 256n ? units : undefined
}
const isBytes = (value: unknown): value is string => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)

/**
 * A swap of 0x that is signed: who holds the signature can do this swap and nothing else, once. The Settler has no allowance of anybody, so
 * it takes what was signed for, and it holds its actions to the recipient, the token and the minimum beside them. Undefined where it is
 * another contract's than 0x's registry names, or is not to be read. What is signed is written anew, so that nothing is signed that was not read.
 * @param settler of trades that somebody else sends
 */
export async function readTrade(
  trade: unknown,
  chainId: number,
  settler: () => Promise<Address | undefined>,
): Promise<ReadTrade | undefined> {
  const { domain, primaryType, message } = fieldsOf(trade)
  const { name, chainId: told, verifyingContract } = fieldsOf(domain)
  const contract = addressOf(verifyingContract)
  if (primaryType !== 'PermitWitnessTransferFrom' || name !== 'Permit2' || told !== chainId) return undefined
  if (!contract || !isAddressEqual(contract, permit2)) return undefined
  const { permitted, slippageAndActions, ...rest } = fieldsOf(message)
  const { token: said, amount: many } = fieldsOf(permitted)
  const [token, units] = [addressOf(said), unitsOf(many)]
  const [spender, nonce, deadline] = [addressOf(rest['spender']), unitsOf(rest['nonce']), unitsOf(rest['deadline'])]
  const swap = fieldsOf(slippageAndActions)
  const [recipient, bought, minimum] = [addressOf(swap['recipient']), addressOf(swap['buyToken']), unitsOf(swap['minAmountOut'])]
  const { actions } = swap
  if (!token || units === undefined || !spender || nonce === undefined || deadline === undefined) return undefined
  if (!recipient || !bought || minimum === undefined || !Array.isArray(actions)) return undefined
  const steps: readonly unknown[] = actions
  if (steps.length > mostActions || !steps.every(isBytes)) return undefined
  const known = await settler()
  if (!known || !isAddressEqual(known, spender)) return undefined
  return {
    meaning: { from: token, to: bought.toLowerCase() === native ? undefined : bought, units, minimum, recipient },
    deadline,
    typedData: {
      domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
      types,
      primaryType: 'PermitWitnessTransferFrom',
      message: {
        permitted: { token, amount: String(units) },
        spender,
        nonce: String(nonce),
        deadline: String(deadline),
        slippageAndActions: { recipient, buyToken: bought, minAmountOut: String(minimum), actions: steps },
      },
    },
    contract: permit2,
    router: spender,
  }
}
