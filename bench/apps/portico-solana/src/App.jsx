import { createPortico } from '@portico/core'
import { solana } from '@portico/adapter-solana'
import { solana as solanaMainnet } from '@portico/adapter-solana/networks'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'

const portico = createPortico({ adapters: [solana({ networks: [solanaMainnet] })] })

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <PorticoButton />
      <Modal />
    </PorticoProvider>
  )
}
