import { isNetworkId } from '@portico/core'
import { refreshSession, sessionFor, signIn, signOut, siwxStore, type AccountSession } from '@portico/core/siwx'
import { useAccount, useModal, usePortico, usePorticoStore } from '@portico/react-ui'
import { isGatewayAsked, isSignInRequired, readMembership, type Membership } from '../members.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { layers, lock, power, refresh, shield } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { setInAddress } from '../ui/setInAddress.js'
import { useReading } from '../ui/useReading.js'
import { useTask } from '../ui/useTask.js'

export function Members() {
  return (
    <>
      <SiteHeader />
      <main className="m-wrap m-main">
        <PageIntro title="Members' page">
          Connect a wallet and sign in. What stands here then comes from Meridian's own server, which opens it to who is signed in and to
          nobody else.
        </PageIntro>
        <div className="m-grid">
          <div className="m-col">
            <MembershipCard />
          </div>
          <div className="m-col">
            <RuleCard />
            <SessionsCard />
          </div>
        </div>
      </main>
      <SiteFooter path="/members.html" />
    </>
  )
}

/** The session of the account in use: a contract's counts on its own chain alone. A Bitcoin wallet signs in with the address of its payments. */
function useOwnSession(): AccountSession | undefined {
  const account = useAccount()
  const sessions = usePorticoStore(siwxStore, (state) => state.sessions)
  if (account.status !== 'connected') return undefined
  const { namespace, accountId, accounts } = account
  const networkId = accountId.slice(0, accountId.lastIndexOf(':'))
  const payment = namespace === 'bip122' ? accounts.find(({ type }) => type === 'payment') : undefined
  if (!isNetworkId(networkId)) return undefined
  return sessionFor({ sessions }, { namespace, address: payment?.address ?? account.address, networkId }, { perNetwork: false })
}

function MembershipCard() {
  const { status } = useAccount()
  const session = useOwnSession()
  return (
    <Card level={2} glyph={lock} title="Membership" lead="For members only: the server answers everybody else with 401.">
      {session ? <ForMember key={session.accountId} session={session} /> : <ForVisitor isConnected={status === 'connected'} />}
    </Card>
  )
}

function ForVisitor({ isConnected }: { readonly isConnected: boolean }) {
  const portico = usePortico()
  const { open } = useModal()
  const request = useTask(async () => signIn(portico))
  if (!isConnected)
    return (
      <>
        <p className="m-empty">Nobody is connected.</p>
        <Button tone="primary" onClick={() => open()}>
          Connect and sign in
        </Button>
      </>
    )
  const isWaiting = request.status === 'pending'
  return (
    <>
      <p className="m-empty">You are connected, and not signed in.</p>
      <Button tone="primary" glyph={lock} busy={isWaiting} onClick={() => void request.run()}>
        Sign in
      </Button>
      {request.status === 'error' && <Failure error={request.error} />}
    </>
  )
}

function ForMember({ session: { accountId } }: { readonly session: AccountSession }) {
  const portico = usePortico()
  const reading = useReading(async () => {
    const found = await readMembership(accountId)
    // The server has ended the session: the page hears of it with this answer.
    if (!found) await refreshSession(portico)
    return found
  }, accountId)
  const leaving = useTask(async () => signOut(portico, { accountId }))
  const isReading = reading.task.status === 'pending'
  return (
    <>
      {reading.data && <MemberFacts of={reading.data} />}
      {isReading && !reading.data && <Outcome kind="pending">Asking the server</Outcome>}
      {reading.task.status === 'error' && <Outcome kind="bad">The server does not answer. You stay signed in: ask again.</Outcome>}
      {leaving.status === 'error' && <Failure error={leaving.error} />}
      <div className="m-pair">
        <Button glyph={refresh} busy={isReading} onClick={() => void reading.task.run()}>
          Ask again
        </Button>
        <Button glyph={power} busy={leaving.status === 'pending'} onClick={() => void leaving.run()}>
          Sign out
        </Button>
      </div>
    </>
  )
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function MemberFacts({ of: { number, account, scope, visits, since, signedInAt, expiresAt } }: { readonly of: Membership }) {
  return (
    <>
      <Outcome kind="ok">Welcome, member no. {number}.</Outcome>
      <Facts
        label="What the server knows"
        of={[
          ['Account', <Mono key="account">{account}</Mono>],
          ['Counts on', scope === 'namespace' ? 'every chain of its family' : 'its own chain'],
          ['Member since', time.format(since)],
          ['Visits', visits],
          ['Signed in', time.format(signedInAt)],
          ['Session ends', time.format(expiresAt)],
        ]}
      />
    </>
  )
}

/** Whether a visitor who does not sign in stays connected, and who signs them in. */
function RuleCard() {
  return (
    <Card level={2} glyph={shield} title="Rule" lead="Required: who does not sign in is disconnected. Otherwise they go on without.">
      <Segmented
        label="Sign-in"
        options={[
          { value: 'free', label: 'Up to you' },
          { value: 'required', label: 'Required' },
        ]}
        value={isSignInRequired() ? 'required' : 'free'}
        onChange={(next) => setInAddress('required', next === 'required' ? '' : undefined)}
      />
      <Segmented
        label="Signed in by"
        options={[
          { value: 'site', label: 'The site' },
          { value: 'gateway', label: 'The gateway' },
        ]}
        value={isGatewayAsked() ? 'gateway' : 'site'}
        onChange={(next) => setInAddress('gateway', next === 'gateway' ? '' : undefined)}
      />
    </Card>
  )
}

/** All accounts that this browser is signed in with. Each ends alone. */
function SessionsCard() {
  const portico = usePortico()
  const sessions = usePorticoStore(siwxStore, (state) => state.sessions)
  const leaving = useTask(async (accountId: AccountSession['accountId']) => signOut(portico, { accountId }))
  return (
    <Card level={2} glyph={layers} title="Signed in" lead="Every account of this browser that the server has a session of.">
      {sessions.length === 0 ? (
        <p className="m-empty">None.</p>
      ) : (
        <ul className="m-rows">
          {sessions.map(({ accountId }) => (
            <li key={accountId} className="m-row">
              <span className="m-row__text">
                <Mono>{accountId}</Mono>
              </span>
              <Button size="sm" onClick={() => void leaving.run(accountId)} aria-label={`Sign out ${accountId}`}>
                Sign out
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving.status === 'error' && <Failure error={leaving.error} />}
    </Card>
  )
}
