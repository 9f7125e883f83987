import { createAppKit, useAppKit, useAppKitAccount } from '@reown/appkit/react'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { arbitrum, mainnet } from '@reown/appkit/networks'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'

const queryClient = new QueryClient()
const projectId = 'YOUR_PROJECT_ID'
const wagmiAdapter = new WagmiAdapter({ networks: [mainnet, arbitrum], projectId })

createAppKit({
  adapters: [wagmiAdapter],
  networks: [mainnet, arbitrum],
  projectId,
  metadata: { name: 'Shop', description: 'Things that are sold', url: 'https://shop.example', icons: [] },
  themeMode: 'light',
  features: { analytics: true },
})

function Cart() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  if (!isConnected) {
    return (
      <button type="button" onClick={() => open({ view: 'Connect' })}>
        Pay
      </button>
    )
  }
  return <p>Paying as {address}</p>
}

export const App = () => (
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={queryClient}>
      <appkit-button />
      <appkit-network-button />
      <Cart />
    </QueryClientProvider>
  </WagmiProvider>
)
