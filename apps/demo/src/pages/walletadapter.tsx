import '../styles/site.css'
import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react'
import { WalletAdapterSite } from '../independent/WalletAdapterSite.js'
import { solanaUrl } from '../nodes.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { startPage } from '../ui/start.js'

/** Each card says what became of its request. Without this, wallet-adapter writes errors to the console. */
const shownByTheCards = () => {}

startPage(
  <ConnectionProvider endpoint={solanaUrl}>
    <WalletProvider wallets={[]} autoConnect onError={shownByTheCards}>
      <SiteHeader>{null}</SiteHeader>
      <main className="m-wrap m-main">
        <PageIntro title="With wallet-adapter">
          A Solana site as many are: built with wallet-adapter, and without Portico. It shows that the test wallets are wallets like others.
        </PageIntro>
        <div className="m-grid">
          <WalletAdapterSite />
        </div>
      </main>
      <SiteFooter path="/walletadapter.html" />
    </WalletProvider>
  </ConnectionProvider>,
  { wallets: ['solana', 'solana2', 'multi'] },
)
