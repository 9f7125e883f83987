import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'

const portico = createPortico({ adapters: [evm({ networks: [mainnet, base] })] })

export const App = () => (
  <PorticoProvider portico={portico}>
    <PorticoButton />
    <Modal />
  </PorticoProvider>
)
