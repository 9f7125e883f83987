import { activeConnection, connectionStore, isNamespace } from '@portico/core'
import { useAccount, useModal, usePorticoStore } from '@portico/react-ui'
import { useEffect, useState } from 'react'
import { AccountCard } from '../cards/AccountCard.js'
import { BatchCard } from '../cards/BatchCard.js'
import { EventsCard } from '../cards/EventsCard.js'
import { GameCard } from '../cards/GameCard.js'
import { HoldingsCard } from '../cards/HoldingsCard.js'
import { IdsCard } from '../cards/IdsCard.js'
import { MessageCard } from '../cards/MessageCard.js'
import { MoreOffers } from '../cards/MoreOffers.js'
import { NetworksCard } from '../cards/NetworksCard.js'
import { PhoneCard } from '../cards/PhoneCard.js'
import { PsbtCard } from '../cards/PsbtCard.js'
import { SendCard } from '../cards/SendCard.js'
import { SignersCard } from '../cards/SignersCard.js'
import { SponsoredCard } from '../cards/SponsoredCard.js'
import { StandardsCard } from '../cards/StandardsCard.js'
import { TokensCard } from '../cards/TokensCard.js'
import { TransactionsCard } from '../cards/TransactionsCard.js'
import { TypedDataCard } from '../cards/TypedDataCard.js'
import { WalletsCard } from '../cards/WalletsCard.js'
import { Welcome } from '../cards/Welcome.js'
import { SiteFooter, SiteHeader } from '../ui/Frame.js'
import { Tabs } from '../ui/Tabs.js'

type Part = 'treasury' | 'developer'

export function Treasury() {
  const isConnected = usePorticoStore(connectionStore, (state) => activeConnection(state) !== undefined)
  const [part, setPart] = useState<Part>('treasury')
  useDeepLink()
  return (
    <>
      <SiteHeader />
      <main className="m-wrap m-main">
        <Tabs<Part>
          label="Parts of this page"
          value={part}
          onChange={setPart}
          tabs={[
            {
              id: 'treasury',
              label: 'Treasury',
              content: (
                <>
                  {isConnected ? <ForHolder /> : <Welcome />}
                  <Connection />
                </>
              ),
            },
            { id: 'developer', label: 'Developer', content: <ForDeveloper /> },
          ]}
        />
      </main>
      <SiteFooter path="/" />
    </>
  )
}

function Connection() {
  return (
    <section aria-labelledby="connection">
      <h2 id="connection" className="m-section">
        Connection
      </h2>
      <div className="m-grid">
        <WalletsCard />
        <div className="m-col">
          <NetworksCard />
          <PhoneCard />
        </div>
      </div>
    </section>
  )
}

/** What whoever builds a site wants to see of this one. */
function ForDeveloper() {
  return (
    <section aria-labelledby="developer">
      <h2 id="developer" className="m-section">
        Behind the page
      </h2>
      <div className="m-grid">
        <EventsCard />
        <div className="m-col">
          <IdsCard />
          <StandardsCard />
        </div>
      </div>
    </section>
  )
}

/** `/?open=solana` opens the modal on the wallets of a chain family; of one that the site does not use, it says so. */
function useDeepLink() {
  const { open } = useModal()
  useEffect(() => {
    const namespace = new URLSearchParams(location.search).get('open')
    if (isNamespace(namespace)) open({ view: 'Wallets', params: { namespace } })
  }, [open])
}

/** What a connected visitor can do on the chain family in use. Another account or network starts each part over: nothing of the old one stays on screen. */
function ForHolder() {
  const { accountId, namespace } = useAccount()
  return (
    <>
      <h1 className="m-sr">Meridian treasury</h1>
      <AccountCard />
      <section aria-labelledby="more">
        <h2 id="more" className="m-section">
          More to do
        </h2>
        <MoreOffers />
      </section>
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
            <>
              <div className="m-wide">
                <BatchCard />
              </div>
              <div className="m-wide">
                <SponsoredCard />
              </div>
              <div className="m-wide">
                <GameCard />
              </div>
            </>
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
