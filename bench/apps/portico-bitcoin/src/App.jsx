import { createPortico } from '@portico/core'
import { bitcoin } from '@portico/adapter-bitcoin'
import { bitcoin as bitcoinMainnet } from '@portico/adapter-bitcoin/networks'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'

const portico = createPortico({ adapters: [bitcoin({ networks: [bitcoinMainnet] })] })

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <PorticoButton />
      <Modal />
    </PorticoProvider>
  )
}
