import { createPortico } from '@portico/core'
import { bitcoin } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { solana } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'

const portico = createPortico({
  adapters: [evm({ networks: [mainnet, base] }), solana({ networks: [solanaMainnet] }), bitcoin({ networks: [bitcoinMainnet] })],
})

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <PorticoButton />
      <Modal />
    </PorticoProvider>
  )
}
