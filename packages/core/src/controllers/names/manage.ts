import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { capability, target } from '../account/target.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { sendTransaction } from '../send/sendTransaction.js'
import { waitForReceipt } from '../send/waitForReceipt.js'
import { TransactionRevertedError } from '../account/errors.js'
import { coinTypeOf } from './coinType.js'
import { NameChangeError, PrimaryNameUnsupportedError } from './errors.js'
import { isOfService } from './register.js'
import { askSigned, forgetNames } from './signed.js'

interface NameParameters {
  /** Whole: `mira.portico.eth`. */
  readonly name: string
}

/** Each is signed by the account that owns the name. They throw NameChangeError, UserRejectedError, and what `registerName` does. */
async function change(portico: Portico, name: string, action: string, said: Readonly<Record<string, unknown>> = {}): Promise<void> {
  try {
    await askSigned(portico, `/v1/profile/account/${encodeURIComponent(name)}/${action}`, { action, name, ...said })
  } catch (cause) {
    throw isOfService(cause) ? new NameChangeError({ of: name, cause }) : cause
  }
}

/**
 * Sets texts of a name, such as `avatar` and `bio` (ENSIP-5); an empty one is taken away, others stay. @throws NameChangeError, UserRejectedError
 * @example await setNameAttributes(portico, { name: 'mira.example.eth', attributes: { url: 'https://ada.example' } })
 */
export const setNameAttributes = (
  portico: Portico,
  { name, attributes }: NameParameters & { readonly attributes: Readonly<Record<string, string>> },
): Promise<void> => change(portico, name, 'attributes', { attributes })

/**
 * Has a name point to an address on an EVM network; an empty one is taken away. @throws NameChangeError, UserRejectedError, InvalidChainIdError
 * @example await setNameAddress(portico, { name: 'mira.example.eth', networkId: 'eip155:8453', address })
 */
export const setNameAddress = async (
  portico: Portico,
  { name, networkId, address }: NameParameters & { readonly networkId: NetworkId; readonly address: string },
): Promise<void> => change(portico, name, 'address', { coinType: coinTypeOf(networkId), address })

/**
 * Hands a name over to another address: it points there from then on, and its texts are gone. Where addresses are shown the name is once
 * its new owner has accepted it (`acceptName`), or signed something else for it.
 * @example await transferName(portico, { name: 'mira.portico.id', to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 * @throws NameChangeError, UserRejectedError
 */
export const transferName = (portico: Portico, { name, to }: NameParameters & { readonly to: string }): Promise<void> =>
  change(portico, name, 'transfer', { to })

/**
 * Takes a name that was handed over to the account in use: it is shown as the account's from then on. @throws NameChangeError, UserRejectedError
 * @example await acceptName(portico, { name: 'mira.example.eth' }) // one that somebody hands over
 */
export const acceptName = (portico: Portico, { name }: NameParameters): Promise<void> => change(portico, name, 'accept')

/**
 * Keeps a name for another lifetime.
 * @example await renewName(portico, { name: 'mira.portico.id' })
 * @throws NameChangeError, UserRejectedError
 */
export const renewName = (portico: Portico, { name }: NameParameters): Promise<void> => change(portico, name, 'renew')

/**
 * Gives a name up: it points nowhere from then on.
 * @example await releaseName(portico, { name: 'mira.portico.id' })
 * @throws NameChangeError, UserRejectedError
 */
export const releaseName = (portico: Portico, { name }: NameParameters): Promise<void> => change(portico, name, 'release')

/**
 * Whether the account in use can make a name its primary one on the network in use. Never throws.
 * @example if (await canSetPrimaryName(portico, { name, networkId })) showPrimary()
 */
export async function canSetPrimaryName(portico: Portico, { name, networkId }: NameParameters & { readonly networkId: NetworkId }) {
  try {
    const adapter = await loadAdapter(portico, 'eip155')
    return (await adapter.writePrimaryName?.({ name, networkId })) !== undefined
  } catch {
    return false
  }
}

/**
 * Makes a name the primary one of the account in use, on chain: every site that looks the address up on that network shows it. A
 * transaction that costs a network fee; waits for its block.
 * @example const { hash } = await setPrimaryName(portico, { name: 'mira.portico.id' })
 * @throws PrimaryNameUnsupportedError, UserRejectedError, TransactionRevertedError, and the errors of `sendTransaction`
 */
export async function setPrimaryName(portico: Portico, { name }: NameParameters): Promise<{ readonly hash: string }> {
  const namespace = 'eip155'
  const { adapter, account } = await target(portico, { namespace })
  const { networkId } = account
  const call = await capability(adapter, 'writePrimaryName', namespace)({ name, networkId })
  if (!call) throw new PrimaryNameUnsupportedError({ networkId })
  const sent = await sendTransaction(portico, { namespace, networkId, ...call })
  const { outcome, minedHash } = await waitForReceipt(portico, { hash: sent, networkId })
  if (outcome !== 'success' && outcome !== 'repriced') throw new TransactionRevertedError({ reason: outcome })
  await forgetNames(portico)
  return { hash: minedHash }
}
