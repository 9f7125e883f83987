import { shortAddress } from '@portico/core'
import type { WalletConnectRequest, WalletConnectWallet } from '@portico/testing/walletconnect'
import { Button, IconButton } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { CopyButton } from '../ui/CopyButton.js'
import { activity, nodes, power } from '../ui/glyphs.js'
import { NetworkArt } from '../ui/NetworkArt.js'
import { pageHref } from '../ui/pages.js'
import { Segmented } from '../ui/Segmented.js'
import { useTask } from '../ui/useTask.js'
import { WalletPicture } from '../ui/WalletPicture.js'
import { useSetting } from '../wallets/settings.js'
import { RequestSheet } from './RequestSheet.js'
import { ScanCard, type Start } from './ScanCard.js'
import { useWallet } from './useWallet.js'
import { familyName, lineOf, networkName, pictureOf, siteOf, subjectOf } from './words.js'

interface PhoneProps {
  readonly wallet: WalletConnectWallet
  readonly start: Start
}

/** Pocket's only screen: who you are, a way to scan, the sites, and what they have asked. */
export function Phone({ wallet, start }: PhoneProps) {
  const [request, ...others] = useWallet(wallet, ({ pending }) => pending)
  const line = lineOf(useWallet(wallet, ({ relayStatus }) => relayStatus()))
  const [answers, setAnswers] = useSetting('phone', ['ask', 'approve'] as const, 'ask', (policy) =>
    wallet.setPolicy(policy === 'ask' ? 'manual' : 'approve'),
  )
  return (
    <div className="m-phone">
      <header className="m-phone__head">
        <img src={wallet.info.icon} alt="" width="44" height="44" />
        <div>
          <h1>{wallet.info.name}</h1>
          <p className={`m-state is-${line.tone}`} role="status">
            {line.says}
          </p>
        </div>
        <a className="m-btn is-secondary is-sm" href={pageHref('/')}>
          Meridian
        </a>
      </header>
      <main className="m-phone__main">
        <Account wallet={wallet} />
        <ScanCard wallet={wallet} start={start} />
        <Sites wallet={wallet} />
        <Asked wallet={wallet} />
        <div className="m-phone__policy">
          <p>Requests of sites</p>
          <Segmented
            label="Requests of sites"
            options={[
              { value: 'ask', label: 'Ask me' },
              { value: 'approve', label: 'Approve' },
            ]}
            value={answers}
            onChange={setAnswers}
          />
        </div>
      </main>
      <footer className="m-phone__foot">
        A wallet for trying things, with public keys of local chains. Never use it for anything of worth.
      </footer>
      {request && <RequestSheet key={request.id} wallet={wallet} request={request} others={others.length} />}
    </div>
  )
}

function Account({ wallet }: { readonly wallet: WalletConnectWallet }) {
  const { exposed, chain } = useWallet(wallet, ({ state }) => state)
  const accounts = useWallet(wallet, ({ accounts: all }) => all)
  const index = exposed[0] ?? 0
  const account = accounts[index]
  const change = useTask((work: () => Promise<void>) => work())
  if (!account) return null
  const addresses = [
    ['eip155', account.eip155],
    ['solana', account.solana],
    ['bip122', account.bip122.payment.address],
  ] as const
  return (
    <section className="m-phone__account" aria-label="Account">
      <div className="m-phone__switches">
        <Segmented
          label="Account"
          options={accounts.map((_, at) => ({ value: String(at), label: `Account ${at + 1}` }))}
          value={String(index)}
          onChange={(value) => void change.run(() => wallet.switchAccount(Number(value)))}
        />
        <Segmented
          label="EVM network"
          options={['eip155:1', 'eip155:10', 'eip155:8453'].map((id) => ({ value: id, label: networkName(id) }))}
          value={chain}
          onChange={(value) => void change.run(() => wallet.switchChain(value))}
        />
      </div>
      <ul className="m-rows">
        {addresses.map(([family, address]) => (
          <li key={family} className="m-row">
            <NetworkArt id={pictureOf(family)} />
            <span className="m-row__text">
              <strong>{familyName(family)}</strong>
              <span dir="ltr" title={address}>
                {shortAddress(address)}
              </span>
            </span>
            <CopyButton text={address} what={`the ${familyName(family)} address`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sites({ wallet }: { readonly wallet: WalletConnectWallet }) {
  const sessions = useWallet(wallet, ({ sessions: open }) => open())
  const end = useTask((topic: string | undefined) => wallet.disconnect(topic === undefined ? {} : { topic }))
  return (
    <Card
      level={2}
      glyph={nodes}
      title="Sites"
      lead={sessions.length === 0 ? 'None is connected.' : 'Connected to this wallet, until either side ends it.'}
    >
      {sessions.length > 0 && (
        <ul className="m-rows">
          {sessions.map(({ topic, peer, namespaces }) => {
            const { name, host } = siteOf(peer)
            return (
              <li key={topic} className="m-row">
                <WalletPicture name={name} />
                <span className="m-row__text">
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <span dir="ltr">
                    {host} · {Object.keys(namespaces).map(familyName).join(', ')}
                  </span>
                </span>
                <IconButton glyph={power} label={`Disconnect ${name}`} onClick={() => void end.run(topic)} />
              </li>
            )
          })}
        </ul>
      )}
      {sessions.length > 1 && (
        <Button tone="ghost" size="sm" onClick={() => void end.run(undefined)}>
          Disconnect all
        </Button>
      )}
    </Card>
  )
}

const outcomes: Readonly<Record<WalletConnectRequest['outcome'], readonly [says: string, tone: string]>> = {
  waiting: ['Waits for you', 'quiet'],
  approved: ['Approved', 'ok'],
  declined: ['Declined', 'quiet'],
  failed: ['Failed', 'bad'],
}
const shown = 6

function Asked({ wallet }: { readonly wallet: WalletConnectWallet }) {
  const requests = useWallet(wallet, ({ requests: all }) => all)
  if (requests.length === 0) return null
  return (
    <Card level={2} glyph={activity} title="Asked" lead="What sites have asked here, newest first.">
      <ul className="m-rows" aria-live="polite">
        {requests
          .slice(-shown)
          .toReversed()
          .map((request) => {
            const [says, tone] = outcomes[request.outcome]
            return (
              <li key={request.id} className="m-row">
                <NetworkArt id={pictureOf(request.chainId?.split(':')[0] ?? '')} />
                <span className="m-row__text">
                  <strong>{subjectOf(request)}</strong>
                  <span>
                    <bdi>{siteOf(request.peer).name}</bdi>
                    {request.chainId && ` · ${networkName(request.chainId)}`}
                  </span>
                </span>
                <span className={`m-state is-${tone}`}>{says}</span>
              </li>
            )
          })}
      </ul>
    </Card>
  )
}
