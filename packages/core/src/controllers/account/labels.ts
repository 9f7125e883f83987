import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { defineStore } from '../../kit/store.js'
import { cleanName } from '../../kit/text.js'
import type { Portico } from '../../portico/createPortico.js'

/** What a site calls addresses: by address, of any chain family. */
export type AddressLabels = Readonly<Record<string, string>>

/**
 * The labels in use: those of the option `addressLabels`, until {@link setAddressLabels}.
 * @example
 * const show = () => showRecipient(labelOf(addressLabelStore(portico).getState(), address) ?? shortAddress(address))
 * const unsubscribe = addressLabelStore(portico).subscribe(show)
 */
export const addressLabelStore = defineStore<AddressLabels>('address labels', ({ options }) => options.addressLabels ?? {})

/**
 * Names addresses for the visitor, in the place of the labels so far: an address book that came with the login, the contracts of the site.
 * @example setAddressLabels(portico, { '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045': 'Treasury' })
 * @throws {@link InvalidOptionError} for a label that is no text
 */
export function setAddressLabels(portico: Portico, labels: AddressLabels): void {
  for (const [address, label] of Object.entries(labels))
    if (typeof label !== 'string') throw new InvalidOptionError({ option: `addressLabels.${address}`, problem: 'expected a string' })
  addressLabelStore(portico).setState({ ...labels }, true)
}

/**
 * What a site calls an address, as text that can be shown; undefined where it has no name for it. Only the whole address counts (S17).
 * @example labelOf({ '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045': 'Treasury' }, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // 'Treasury'
 */
export function labelOf(labels: AddressLabels, address: string): string | undefined {
  const label = labels[address] ?? Object.entries(labels).find(([one]) => isSameAddress(one, address))?.[1]
  return (typeof label === 'string' && cleanName(label)) || undefined
}
