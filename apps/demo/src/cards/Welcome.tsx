import { ConnectButton, useConnectionStatus, useModal } from '@portico/react-ui'
import { code, layers, mint, nodes, send, sign, type Glyph } from '../ui/glyphs.js'
import { inboxUrl } from '../nodes.js'
import { Icon } from '../ui/Icon.js'

const offers: readonly { readonly glyph: Glyph; readonly title: string; readonly says: string }[] = [
  { glyph: send, title: 'Send', says: 'Estimate, confirm, see the block' },
  { glyph: mint, title: 'Mint tokens', says: 'Call a contract, watch the balance' },
  { glyph: layers, title: 'Batch', says: 'Several calls in one request' },
  { glyph: sign, title: 'Sign a message', says: 'Verified on this page' },
  { glyph: code, title: 'Sign typed data', says: 'A note, or a token permit' },
  { glyph: nodes, title: 'Change network', says: 'From here, or from the wallet' },
]

/** What a visitor sees before a wallet is connected: an invitation, and what there is to try. */
export function Welcome() {
  const { open } = useModal()
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
        <ul className="m-offers">
          {offers.map(({ glyph, title, says }) => (
            <li key={title}>
              <button type="button" onClick={() => open()}>
                <span className="m-niche">
                  <Icon glyph={glyph} />
                </span>
                <span>
                  <strong>{title}</strong>
                  <span>{says}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
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
