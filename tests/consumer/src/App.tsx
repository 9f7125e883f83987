import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { createPortico } from '@portico/core'
import { ConnectButton, Modal, PorticoProvider } from '@portico/react-ui'

const portico = createPortico({ projectId: 'my-dapp', adapters: [evm({ networks: [mainnet, base] })] })

export function App() {
  return (
    <PorticoProvider portico={portico}>
      <ConnectButton />
      <Modal />
    </PorticoProvider>
  )
}
