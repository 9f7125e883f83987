import { delegationHash, delegationManagerAbi } from '@portico/contracts/permissions'
import { type Hex, decodeAbiParameters, decodeFunctionData, toFunctionSelector } from 'viem'
import { RefusedError, bundlerCodes } from '../bundler/errors.js'

/** As a permission context has them: whose they are, and of what they are a part. */
const delegationsType = [{ type: 'tuple[]', components: delegationManagerAbi[1].inputs[0].components }] as const
const selector = toFunctionSelector(delegationManagerAbi[0]).slice(2)

/** Delegations of one operation, and places where a redemption may begin, that are looked into. */
const most = { delegations: 20, places: 64 }

/**
 * Hashes of the delegations that call data redeems at the DelegationManager, whatever form the account has that makes the call, and however
 * deep it stands: the bytes of each redemption are found as they are.
 * @throws RefusedError (-32602) for more than anybody would use at once
 */
export function readRedeemed(callData: Hex): readonly Hex[] {
  const found = new Set<Hex>()
  let places = 0
  for (let at = callData.indexOf(selector, 2); at >= 0; at = callData.indexOf(selector, at + 1)) {
    if (at % 2 === 1) continue // between two bytes
    places += 1
    for (const hash of redeemedAt(`0x${callData.slice(at)}`)) found.add(hash)
    if (places > most.places || found.size > most.delegations)
      throw new RefusedError(bundlerCodes.invalid, `An operation uses at most ${most.delegations} permissions.`)
  }
  return [...found]
}

function redeemedAt(data: Hex): readonly Hex[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: delegationManagerAbi, data })
    if (functionName !== 'redeemDelegations') return []
    return args[0].flatMap((context) => {
      const [delegations] = decodeAbiParameters(delegationsType, context)
      return delegations.map((each) => delegationHash(each))
    })
  } catch {
    return [] // The DelegationManager could not read it, either.
  }
}
