import type { PendingRequest } from '@portico/testing'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../ui/Button.js'
import { close } from '../ui/glyphs.js'
import { usePending } from './pending.js'
import type { Person, TestWallet } from './testWallet.js'

interface RequestsProps {
  readonly wallets: readonly TestWallet[]
  /** The person looks away: what waits goes on waiting. */
  readonly onLater: () => void
}

/**
 * The wallet's own window. A dialog of its own, above everything, because the site may be waiting inside one: as with a real
 * wallet, the site's dialog stays in sight and cannot be used until the window is answered or closed.
 */
export function Requests({ wallets, onLater }: RequestsProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="window"
      aria-label="Test wallet"
      onCancel={(event) => {
        event.preventDefault()
        onLater()
      }}
      onClick={({ target }) => target === dialog.current && onLater()}
    >
      {wallets.map(({ person }) => (
        <WalletRequests key={person.info.name} wallet={person} onLater={onLater} />
      ))}
    </dialog>
  )
}

function WalletRequests({ wallet, onLater }: { readonly wallet: Person; readonly onLater: () => void }) {
  const [request, ...others] = usePending(wallet)
  if (!request) return null
  const { locked } = wallet.state
  return (
    <section className="request">
      <header>
        <img src={wallet.info.icon} alt="" width="32" height="32" />
        <div>
          <strong>{wallet.info.name}</strong>
          <span dir="ltr">{hostOf(request)}</span>
        </div>
        <IconButton glyph={close} label="Decide later" onClick={onLater} />
      </header>
      <h2>{titleOf(request)}</h2>
      <p className="request__says" tabIndex={0}>
        {request.summary}
      </p>
      <details>
        <summary>
          As it arrived: <code>{request.method}</code>
        </summary>
        <pre tabIndex={0}>{pretty(request.params)}</pre>
      </details>
      {others.length > 0 && <p className="request__more">{others.length === 1 ? 'One more waits.' : `${others.length} more wait.`}</p>}
      <div className="pair">
        <Button onClick={() => wallet.reject(request.id)}>Reject</Button>
        <Button tone="primary" onClick={() => wallet.approve(request.id)}>
          {locked ? 'Unlock, approve' : 'Approve'}
        </Button>
      </div>
    </section>
  )
}

/** By what a method's name says, whichever chain it is of. */
const titles: readonly (readonly [method: RegExp, title: string])[] = [
  [/^wc_sessionAuthenticate$/, 'Sign in to this site?'],
  [
    /^(wc_sessionPropose|eth_requestAccounts|wallet_requestPermissions)$|connect$|requestAccounts|getA(ccounts|ddress)/i,
    'Connect to this site?',
  ],
  [/signIn$/, 'Sign in to this site?'],
  [/message$|^personal_sign$|typedData/i, 'Sign this?'],
  [/^wallet_sendCalls$/, 'Send these calls?'],
  [/send/i, 'Send this transaction?'],
  [/(signTransaction|psbts?)$/i, 'Sign this transaction?'],
  [/(switch|add)\w*chain|network/i, 'Change the network?'],
]

export const titleOf = ({ method }: PendingRequest): string => titles.find(([pattern]) => pattern.test(method))?.[1] ?? 'Agree to this?'

export const hostOf = ({ origin }: PendingRequest) => (URL.canParse(origin) ? new URL(origin).host : origin)

/** The parameters in readable form. Typed data travels as JSON text: it is opened up. */
export function pretty(params: unknown): string {
  const opened = Array.isArray(params)
    ? params.map((param: unknown) => (typeof param === 'string' && param.startsWith('{') ? parsed(param) : param))
    : params
  return JSON.stringify(opened, inHex, 2) ?? 'Nothing'
}

const inHex = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array
    ? Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')
    : typeof value === 'bigint'
      ? String(value)
      : value

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
