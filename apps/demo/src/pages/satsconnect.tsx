import '../styles/site.css'
import { SatsConnectSite } from '../independent/SatsConnectSite.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { startPage } from '../ui/start.js'

startPage(
  <>
    <SiteHeader>{null}</SiteHeader>
    <main className="m-wrap m-main">
      <PageIntro title="With sats-connect">
        A Bitcoin site as many are: built with sats-connect, and without Portico. It shows that the test wallets are wallets like others.
      </PageIntro>
      <div className="m-grid">
        <SatsConnectSite />
      </div>
    </main>
    <SiteFooter path="/satsconnect.html" />
  </>,
  { wallets: ['btc', 'multi'] },
)
