import { evm } from '@portico/adapter-evm'
import { createPortico } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import '@portico/react-ui/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = createConfig({ chains: [mainnet, base], transports: { [mainnet.id]: http(), [base.id]: http() } })
const portico = createPortico({ metadata: { name: 'My dapp' }, adapters: [evm({ config })] })
const queryClient = new QueryClient()

export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <PorticoProvider portico={portico}>
          <PorticoButton />
          {children}
          <Modal />
        </PorticoProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
