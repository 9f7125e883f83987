import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { accountStore, connectionStore, createPortico, getAccount, type Account } from '@portico/core'
import { createModal, definePorticoButton } from '@portico/react-ui/element'

export const portico = createPortico({ metadata: { name: 'My dapp' }, adapters: [evm({ networks: [mainnet, base] })] })

/** Makes `<portico-button>` work, puts the modal into the page, and calls `show` with the account, now and whenever it changes. Answers with the way to end it. */
export function startWallet(show: (account: Account) => void): () => void {
  const modal = createModal(portico)
  definePorticoButton(portico)
  const read = () => show(getAccount(portico))
  const ends = [connectionStore(portico).subscribe(read), accountStore(portico).subscribe(read)]
  read()
  return () => {
    for (const end of ends) end()
    modal.unmount()
  }
}
