import { useState } from 'react'
import { IconButton } from '../ui/Button.js'
import { down } from '../ui/glyphs.js'
import { Segmented } from '../ui/Segmented.js'
import { useRequests } from './pending.js'
import { Requests } from './Requests.js'
import { useSetting } from './settings.js'
import type { TestWallet } from './testWallet.js'
import { WalletControls } from './WalletControls.js'

/** The panel that plays the test wallets: a button in the corner, what can be done in a wallet, and what a site asks of it. */
export function TestWallets({ wallets }: { readonly wallets: readonly TestWallet[] }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  /** What was waiting when the person last looked away. */
  const [later, setLater] = useState<string>()
  const [answers, setAnswers] = useSetting('answers', ['ask', 'approve'] as const, 'ask', (policy) => {
    for (const { person } of wallets) person.setPolicy(policy === 'ask' ? 'manual' : 'approve')
  })
  const requests = useRequests(wallets)
  const waiting = requests.length
  const wallet = wallets[chosen]
  const isAsked = waiting > 0 && later !== requests.join()

  return (
    <>
      <button
        type="button"
        className={waiting > 0 ? 'pill is-asked' : 'pill'}
        aria-expanded={isOpen}
        onClick={() => (waiting > 0 ? setLater(undefined) : setOpen(!isOpen))}
      >
        <span className="pill__icons">
          {wallets.map(({ person: { info } }) => (
            <img key={info.name} src={info.icon} alt="" width="20" height="20" />
          ))}
        </span>
        <span className="pill__text">{waiting > 0 ? 'A wallet asks' : 'Test wallets'}</span>
        {waiting > 0 && <b>{waiting}</b>}
      </button>

      {isOpen && wallet && (
        <section className="panel" aria-label="Test wallets">
          <header>
            <Segmented
              label="Wallet"
              options={wallets.map(({ person }, at) => ({ value: String(at), label: person.info.name }))}
              value={String(chosen)}
              onChange={(value) => setChosen(Number(value))}
            />
            <IconButton glyph={down} label="Close the panel" onClick={() => setOpen(false)} />
          </header>
          <WalletControls key={chosen} wallet={wallet} />
          <footer>
            <p>Requests of the site</p>
            <Segmented
              label="Requests of the site"
              options={[
                { value: 'ask', label: 'Ask me' },
                { value: 'approve', label: 'Approve' },
              ]}
              value={answers}
              onChange={setAnswers}
            />
          </footer>
        </section>
      )}

      {isAsked && <Requests wallets={wallets} onLater={() => setLater(requests.join())} />}
    </>
  )
}
