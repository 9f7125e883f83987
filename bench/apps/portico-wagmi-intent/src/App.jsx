import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createPortico } from '@portico/core'
import { evm } from '@portico/adapter-evm'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'
import { WagmiProvider } from 'wagmi'
import { config } from './config.js'
import { HostAccount } from './HostAccount.jsx'

const queryClient = new QueryClient()
const portico = createPortico({ adapters: [evm({ config })] })

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <PorticoProvider portico={portico}>
          <PorticoButton />
          <Modal prefetch="intent" />
          <HostAccount />
        </PorticoProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
