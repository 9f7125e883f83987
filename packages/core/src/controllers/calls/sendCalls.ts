import type { Adapter, AccountTarget } from '../../adapter.js'
import type { Portico } from '../../portico/createPortico.js'
import { target } from '../account/target.js'
import { CapabilityMissingError } from '../connection/errors.js'
import type { SentCalls } from './capability.js'
import { AtomicityNotSupportedError, UnsupportedChainIdError } from './errors.js'
import { checkParameters, type SendCallsParameters } from './parameters.js'
import { withSponsoring } from './sponsoring.js'

/**
 * Asks the wallet to send several calls as one (EIP-5792), and resolves with the batch's id. A wallet that knows no batches is asked
 * for one after the other, each once the one before it is confirmed; the id is there as soon as the first is sent, and the modal
 * shows how far it is. What becomes of it: {@link getCallsStatus}, `waitForCalls`.
 * @example const { id } = await sendCalls(portico, { calls: [{ to: token, data: approval }, { to: shop, data: purchase }] })
 * @throws InvalidOptionError, UserRejectedError, ChainMismatchError, UnsupportedNonOptionalCapabilityError 5700, DuplicateIdError 5720,
 * BundleTooLargeError 5740, AtomicReadyWalletRejectedUpgradeError 5750, AtomicityNotSupportedError 5760, and what sending throws
 */
export async function sendCalls(portico: Portico, parameters: SendCallsParameters): Promise<SentCalls> {
  checkParameters(parameters)
  const { adapter, account } = await target(portico, parameters)
  const { calls, atomicRequired, id } = parameters
  const capabilities = withSponsoring(portico, account.networkId, parameters)
  if (adapter.sendCalls) {
    if (atomicRequired && calls.length > 1) await checkAtomic(adapter, account)
    const asked = { ...(atomicRequired && { atomicRequired }), ...(id !== undefined && { id }), ...(capabilities && { capabilities }) }
    try {
      return await adapter.sendCalls({ ...account, calls, ...asked })
    } catch (error) {
      if (!(error instanceof CapabilityMissingError || error instanceof UnsupportedChainIdError)) throw error
    }
  }
  const { sendOneByOne } = await import('./oneByOne/sendOneByOne.js')
  return sendOneByOne(portico, account, parameters)
}

/** What a wallet does not promise is not asked for: an older one would send the calls, and leave the promise out. */
async function checkAtomic({ getCapabilities }: Adapter, account: AccountTarget): Promise<void> {
  const status = (await getCapabilities?.(account))?.[account.networkId]?.atomic?.status
  if (status !== 'supported' && status !== 'ready') throw new AtomicityNotSupportedError()
}
