import { activeConnection, connectionStore } from '@portico/core'
import { useAccount, usePorticoStore } from '@portico/react-ui'
import { AccountCard } from '../cards/AccountCard.js'
import { BatchCard } from '../cards/BatchCard.js'
import { EventsCard } from '../cards/EventsCard.js'
import { HoldingsCard } from '../cards/HoldingsCard.js'
import { MessageCard } from '../cards/MessageCard.js'
import { NetworksCard } from '../cards/NetworksCard.js'
import { PsbtCard } from '../cards/PsbtCard.js'
import { SendCard } from '../cards/SendCard.js'
import { SignersCard } from '../cards/SignersCard.js'
import { TokensCard } from '../cards/TokensCard.js'
import { TransactionsCard } from '../cards/TransactionsCard.js'
import { TypedDataCard } from '../cards/TypedDataCard.js'
import { WalletsCard } from '../cards/WalletsCard.js'
import { Welcome } from '../cards/Welcome.js'
import { SiteFooter, SiteHeader } from '../ui/Frame.js'

export function Treasury() {
  const isConnected = usePorticoStore(connectionStore, (state) => activeConnection(state) !== undefined)
  return (
    <>
      <SiteHeader />
      <main className="m-wrap m-main">
        {isConnected ? <ForHolder /> : <Welcome />}
        <section aria-labelledby="connection">
          <h2 id="connection" className="m-section">
            Connection
          </h2>
          <div className="m-grid is-connection">
            <div className="m-col">
              <WalletsCard />
              <NetworksCard />
            </div>
            <EventsCard />
          </div>
        </section>
      </main>
      <SiteFooter path="/" />
    </>
  )
}

/** What a connected visitor can do on the chain family in use. Another account or network starts each part over: nothing of the old one stays on screen. */
function ForHolder() {
  const { accountId, namespace } = useAccount()
  return (
    <>
      <h1 className="m-sr">Meridian treasury</h1>
      <AccountCard />
      <section aria-labelledby="move">
        <h2 id="move" className="m-section">
          Move value
        </h2>
        <div className="m-grid is-move" key={accountId}>
          <SendCard />
          {namespace === 'eip155' && <TokensCard />}
          {namespace === 'solana' && <HoldingsCard />}
          {namespace === 'bip122' && <TransactionsCard />}
          {namespace === 'eip155' && (
            <div className="m-wide">
              <BatchCard />
            </div>
          )}
        </div>
      </section>
      <section aria-labelledby="sign">
        <h2 id="sign" className="m-section">
          Sign
        </h2>
        <div className="m-grid is-sign" key={accountId}>
          <MessageCard />
          {namespace === 'eip155' && <TypedDataCard />}
          {namespace === 'solana' && <SignersCard />}
          {namespace === 'bip122' && <PsbtCard />}
        </div>
      </section>
    </>
  )
}
