import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitProvider, getDefaultConfig } from 'connectkit'
import type { ReactNode } from 'react'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = createConfig(
  getDefaultConfig({
    // Your dapp's networks
    chains: [mainnet],
    transports: { [mainnet.id]: http('https://rpc.example') },
    walletConnectProjectId: 'YOUR_PROJECT_ID',
    appName: 'Notes',
    appDescription: 'What you wrote down',
    appUrl: 'https://notes.example',
    appIcon: 'https://notes.example/icon.png',
  }),
)

const queryClient = new QueryClient()

export const Web3Provider = ({ children }: { children: ReactNode }) => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <ConnectKitProvider theme="auto">{children}</ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
