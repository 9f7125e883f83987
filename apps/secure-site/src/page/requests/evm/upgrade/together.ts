import { delegationTo, encodeExecuteBatch, simple7702Account } from '@portico/contracts'
import type { Address } from 'viem'
import type { FrameNetwork, UpgradeOf } from '../../../types.js'
import { AccountControlError, BatchRefusedError, codes, SmartAccountTransactionError } from '../../errors.js'
import { chainNumber } from '../../network.js'
import { freeze, type PrepareContext } from '../../types.js'
import type { Overrides } from '../fill.js'
import type { AskedTransaction } from '../transaction.js'
import { upgradeState } from './state.js'

/** How calls become one transaction of a plain account that is upgraded, by it or before. */
export interface Together {
  readonly join: (calls: readonly AskedTransaction[]) => AskedTransaction
  /** It is upgraded by this. */
  readonly upgrades?: UpgradeOf
  /** Then the code that it has by then, to try it out with. */
  readonly overrides?: Overrides
}

/** An authorisation of the account itself, to be signed with the transaction: of this chain alone, and with its next nonce (EIP-7702). */
export const authorizationTo = (address: Address, network: FrameNetwork) => [{ chainId: chainNumber(network), address }]

/** What nodes try a transaction out with, where the account's code is yet to come. */
export const upgradedCode = (own: Address): Overrides => ({ [own]: { code: delegationTo(simple7702Account) } })

/**
 * Whether a batch of a plain account is one transaction, and how. Undefined where it is several: the account is not upgraded, and the site does not
 * need all of the calls or none.
 * @throws BatchRefusedError 5760 where it needs that and there is no upgrade here; AccountControlError, SmartAccountTransactionError
 */
export async function togetherOf(
  calls: readonly AskedTransaction[],
  { own, required, network, context: { fetch } }: TogetherParameters,
): Promise<Together | undefined> {
  const state = await upgradeState({ network, address: own, fetch })
  if (state === 'unsupported' && required)
    throw new BatchRefusedError({ problem: 'this account cannot do all of it or nothing', code: codes.atomicityUnsupported })
  if (state !== 'upgraded' && !required) return undefined
  for (const { to } of calls) {
    if (to === undefined) throw new SmartAccountTransactionError({ problem: 'it creates a contract' })
    // What the account is called by itself is a further batch, which nobody would see.
    if (to === own) throw new AccountControlError({ problem: 'a call goes to the account itself' })
  }
  const upgrades = state !== 'upgraded'
  return {
    join: (all) =>
      freeze({
        from: own,
        to: own,
        value: 0n,
        data: encodeExecuteBatch(all.map(({ to = own, value, data }) => ({ to, value, data }))),
        ...(upgrades && { authorizationList: authorizationTo(simple7702Account, network) }),
      }),
    ...(upgrades && { upgrades: { foreign: state === 'foreign' }, overrides: upgradedCode(own) }),
  }
}

interface TogetherParameters {
  readonly own: Address
  /** The site needs all of the calls or none. */
  readonly required: boolean
  readonly network: FrameNetwork
  readonly context: PrepareContext
}
