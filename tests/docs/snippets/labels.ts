import { addressLabelStore, createPortico, labelOf, setAddressLabels } from '@portico/core'
import { evm } from '@portico/adapter-evm'
import { base } from '@portico/adapter-evm/networks'

const treasury = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const portico = createPortico({ adapters: [evm({ networks: [base] })], addressLabels: { [treasury]: 'Treasury' } })

/** Once the visitor's own address book is there. */
export function nameContacts(contacts: Readonly<Record<string, string>>) {
  setAddressLabels(portico, { [treasury]: 'Treasury', ...contacts })
  return labelOf(addressLabelStore(portico).getState(), treasury)
}
