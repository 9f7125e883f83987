import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { evm } from '@portico/adapter-evm'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { base, mainnet, optimism } from 'wagmi/chains'
import { rpcUrls } from '../config.js'
import { createSitePortico } from '../site.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { Site } from '../ui/Site.js'
import { startPage } from '../ui/start.js'
import { Agreement, PorticoSide, WagmiSide } from '../wagmi/sides.js'

const config = createConfig({
  chains: [mainnet, optimism, base],
  transports: { 1: http(rpcUrls[1]), 10: http(rpcUrls[10]), 8453: http(rpcUrls[8453]) },
})
const queryClient = new QueryClient()
const portico = createSitePortico({ id: 'beside-wagmi', adapters: [evm({ config })] })

startPage(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <Site portico={portico}>
        <SiteHeader />
        <main className="m-wrap m-main">
          <PageIntro title="Beside wagmi">
            This site has a wagmi config of its own, and Portico joins it. Whatever happens on one side shows on the other at once.
          </PageIntro>
          <Agreement />
          <div className="m-grid">
            <WagmiSide />
            <PorticoSide />
          </div>
        </main>
        <SiteFooter path="/wagmi.html" />
      </Site>
    </QueryClientProvider>
  </WagmiProvider>,
)
