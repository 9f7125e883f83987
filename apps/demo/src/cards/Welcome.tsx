import { ConnectButton, useConnectionStatus, useModal } from '@portico/react-ui'
import { at, card, gift, lock, send, swap } from '../ui/glyphs.js'
import { inboxUrl } from '../nodes.js'
import { pageHref } from '../ui/pages.js'
import { Offers } from './Offers.js'

/** What a visitor sees before a wallet is connected: an invitation, and what there is to try. */
export function Welcome() {
  const { open } = useModal()
  const connect = () => open()
  const isConnecting = useConnectionStatus() === 'connecting'
  return (
    <>
      <section className="m-hero">
        <div className="m-hero__text">
          <h1>A small treasury, on chains of your own</h1>
          <p>
            Connect a wallet and move some test money about. Every button does the real thing, against local copies of Ethereum, OP Mainnet,
            Base, Solana and Bitcoin.
          </p>
          <div className="m-hero__act">
            <ConnectButton>Connect a wallet</ConnectButton>
            {!isConnecting && (
              <p>
                No extension? Test wallets wait in the corner. Or log in with any e-mail address: its code arrives in the{' '}
                <a href={inboxUrl} target="_blank" rel="noreferrer">
                  inbox
                </a>
                .
              </p>
            )}
          </div>
        </div>
        <Globe />
      </section>
      <section aria-labelledby="offers">
        <h2 id="offers" className="m-section">
          What you can try
        </h2>
        <Offers
          offers={[
            { glyph: send, title: 'Send and receive', says: 'Estimated, confirmed, in a block', go: connect },
            { glyph: swap, title: 'Swap', says: 'Quoted by pools on the chain', go: connect },
            { glyph: card, title: 'Buy', says: 'With a test card, at a test seller', go: connect },
            { glyph: at, title: 'A name of your own', says: 'In the place of an address', go: connect },
            { glyph: gift, title: 'On the house', says: 'Several calls, and we pay the fee', go: connect },
            { glyph: lock, title: 'For members', says: 'A page that a signature opens', go: pageHref('/members.html') },
          ]}
        />
      </section>
    </>
  )
}

/** Meridians and parallels, with three places on them. */
function Globe() {
  return (
    <svg className="m-globe" viewBox="0 0 320 320" aria-hidden="true">
      <g fill="none" stroke="currentColor">
        <circle cx="160" cy="160" r="132" />
        <ellipse cx="160" cy="160" rx="44" ry="132" />
        <ellipse cx="160" cy="160" rx="92" ry="132" />
        <path d="M160 28v264M28 160h264M52 84c30 20 66 30 108 30s78-10 108-30M52 236c30-20 66-30 108-30s78 10 108 30" />
      </g>
      <path
        className="m-globe__route"
        d="M83 97.500C112 50 214 62 250.500 131.500M250.500 131.500C254 196 190 236 136 208.500"
        fill="none"
      />
      <g className="m-globe__place">
        <circle cx="83" cy="97.500" r="7" />
        <circle cx="250.500" cy="131.500" r="7" />
        <circle cx="136" cy="208.500" r="7" />
      </g>
    </svg>
  )
}
