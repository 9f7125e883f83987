import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import {
  accountStore,
  connectionStore,
  connectorStore,
  createPortico,
  getAccount,
  goLive,
  listConnectors,
  mount,
  type ConnectorInfo,
} from '@portico/core'

export const portico = createPortico({ metadata: { name: 'My page' }, adapters: [evm({ networks: [mainnet, base] })] })

/** Calls `draw` with this browser's wallets and the account, now and whenever they change. Answers with the way to end it. */
export function start(draw: (wallets: readonly ConnectorInfo[], address: string | undefined) => void): () => void {
  const unmount = mount(portico) // the connection of an earlier visit is there, and listened to
  void goLive(portico) // wallets are asked to announce themselves
  const show = () => draw(listConnectors(connectorStore(portico).getState()), getAccount(portico).address)
  const ends = [connectorStore(portico).subscribe(show), connectionStore(portico).subscribe(show), accountStore(portico).subscribe(show)]
  show()
  return () => {
    for (const end of ends) end()
    unmount()
  }
}
