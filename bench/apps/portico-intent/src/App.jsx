import { createPortico } from '@portico/core'
import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'

const portico = createPortico({ adapters: [evm({ networks: [mainnet, base] })] })

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <PorticoButton />
      <Modal prefetch="intent" />
    </PorticoProvider>
  )
}
