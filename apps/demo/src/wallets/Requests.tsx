import type { HeadlessWallet, PendingRequest } from '@portico/testing'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../ui/Button.js'
import { close } from '../ui/glyphs.js'
import { usePending } from './TestWallets.js'

interface RequestsProps {
  readonly wallets: readonly HeadlessWallet[]
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
      {wallets.map((wallet) => (
        <WalletRequests key={wallet.info.rdns} wallet={wallet} onLater={onLater} />
      ))}
    </dialog>
  )
}

function WalletRequests({ wallet, onLater }: { readonly wallet: HeadlessWallet; readonly onLater: () => void }) {
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

function titleOf({ method }: PendingRequest): string {
  switch (method) {
    case 'eth_requestAccounts':
    case 'wallet_requestPermissions':
      return 'Connect to this site?'
    case 'personal_sign':
    case 'eth_signTypedData_v4':
      return 'Sign this?'
    case 'eth_sendTransaction':
      return 'Send this transaction?'
    case 'wallet_sendCalls':
      return 'Send these calls?'
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return 'Change the network?'
    default:
      return 'Agree to this?'
  }
}

const hostOf = ({ origin }: PendingRequest) => (URL.canParse(origin) ? new URL(origin).host : origin)

/** The parameters in readable form. Typed data travels as JSON text: it is opened up. */
function pretty(params: unknown): string {
  const opened = Array.isArray(params) ? params.map((param: unknown) => (typeof param === 'string' && param.startsWith('{') ? parsed(param) : param)) : params
  return JSON.stringify(opened, undefined, 2) ?? 'Nothing'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
