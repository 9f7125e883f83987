import type { WalletConnectPendingRequest, WalletConnectWallet } from '@portico/testing/walletconnect'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.js'
import { NetworkArt } from '../ui/NetworkArt.js'
import { WalletPicture } from '../ui/WalletPicture.js'
import { pretty, titleOf } from '../wallets/Requests.js'
import { familyName, networkName, pictureOf, siteOf } from './words.js'

interface RequestSheetProps {
  readonly wallet: WalletConnectWallet
  readonly request: WalletConnectPendingRequest
  /** How many wait behind it. */
  readonly others: number
}

/** What a site asks, over everything else, until the person has answered. One request at a time. */
export function RequestSheet({ wallet, request, others }: RequestSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const families = familiesAsked(request)
  const [left, setLeft] = useState<readonly string[]>([])
  const [answered, setAnswered] = useState<'yes' | 'no'>()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.focus() // and not the first thing in it: nothing is chosen by a stray key
    return () => element?.close()
  }, [])

  const site = siteOf(request.peer)
  const chosen = families.filter((family) => !left.includes(family))
  const isProposal = request.method === 'wc_sessionPropose'
  const answer = (work: () => Promise<unknown>, which: 'yes' | 'no') => {
    setAnswered(which)
    work().catch(() => setAnswered(undefined)) // taken back by the site meanwhile: the list is right again at once
  }
  return (
    <dialog ref={dialog} className="m-sheet" aria-labelledby="asked" tabIndex={-1} onCancel={(event) => event.preventDefault()}>
      <header className="m-sheet__site">
        <WalletPicture name={site.name} size={48} />
        <strong>
          <bdi>{site.name}</bdi>
        </strong>
        <span dir="ltr">{site.host}</span>
      </header>
      <h2 id="asked">{titleOf(request)}</h2>
      {isProposal && families.length > 0 ? (
        <fieldset className="m-sheet__families">
          <legend className="m-sr">Chains that the site may see</legend>
          {families.map((family) => (
            <label key={family} className="m-row">
              <NetworkArt id={pictureOf(family)} />
              <span className="m-row__text">
                <strong>{familyName(family)}</strong>
                <span>Sees the address, may ask for signatures</span>
              </span>
              <input
                type="checkbox"
                checked={chosen.includes(family)}
                onChange={({ target }) => setLeft(target.checked ? left.filter((one) => one !== family) : [...left, family])}
              />
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="m-sheet__says" tabIndex={0}>
          {request.summary}
        </p>
      )}
      {request.chainId && (
        <p className="m-sheet__network">
          <NetworkArt id={pictureOf(request.chainId.split(':')[0] ?? '')} size={20} /> On {networkName(request.chainId)}
        </p>
      )}
      <details>
        <summary>
          As it arrived: <code>{request.method}</code>
        </summary>
        <pre className="m-code" tabIndex={0}>
          {pretty(request.params)}
        </pre>
      </details>
      {others > 0 && <p className="m-say">{others === 1 ? 'One more waits.' : `${others} more wait.`}</p>}
      <div className="m-pair is-even">
        <Button busy={answered === 'no'} onClick={() => answer(() => wallet.reject(request.id), 'no')}>
          Decline
        </Button>
        <Button
          tone="primary"
          busy={answered === 'yes'}
          disabled={isProposal && families.length > 0 && chosen.length === 0}
          onClick={() => answer(() => wallet.approve(request.id, isProposal && left.length > 0 ? { namespaces: chosen } : {}), 'yes')}
        >
          Approve
        </Button>
      </div>
    </dialog>
  )
}

/** The chain families that a proposal names, of those that this wallet has. */
function familiesAsked({ params }: WalletConnectPendingRequest): readonly string[] {
  const named = (field: string): readonly string[] => {
    const asked: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, field) : undefined
    return typeof asked === 'object' && asked !== null ? Object.keys(asked) : []
  }
  return [...new Set([...named('required'), ...named('optional')])].filter((family) => ['eip155', 'solana', 'bip122'].includes(family))
}
