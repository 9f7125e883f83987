import { useId, useState, type ReactNode } from 'react'
import { fill, type Messages } from '../i18n/index.js'
import { sayEffect, sayWarning } from './effects.js'
import { Icon } from './icons.js'
import { Address, Button, Fact, Field, Marked, Note, Sentence, useAct, useWords, Value } from './parts.js'
import type { RequestView } from './view.js'

/** Titles and buttons by what is asked. */
export function kindOf(
  { method, effects }: RequestView,
  t: Messages,
): { readonly title: string; readonly approve: string; readonly anyway: string; readonly signs: boolean } {
  const sends =
    method === 'eth_sendTransaction' ||
    method === 'wallet_sendCalls' ||
    (method.startsWith('solana_sign') && method !== 'solana_signMessage')
  if (sends) return { title: t.title.transaction, approve: t.button.approve, anyway: t.button.approveAnyway, signs: false }
  const signing = { approve: t.button.sign, anyway: t.button.signAnyway, signs: true }
  if (effects.some(({ kind }) => kind === 'signIn')) return { ...signing, title: t.title.signIn, approve: t.button.signIn }
  if (effects.some(({ kind }) => kind === 'permit')) return { ...signing, title: t.title.permission }
  return { ...signing, title: method === 'eth_signTypedData_v4' ? t.title.data : t.title.message }
}

/** A request, always in one order: who asks is in the header; then account and network, effect, balances, warnings, fee, every field. */
export function RequestBody({
  view,
  reduce,
  children,
}: {
  readonly view: RequestView
  readonly reduce?: ReactNode
  readonly children?: ReactNode
}) {
  const t = useWords()
  const { changes, fee, effects, warnings } = view
  return (
    <>
      <dl className="po-kv is-lined">
        <Fact label={fill(t.who.accountOn, { network: view.networkName })} tall>
          <Address>{view.address}</Address>
        </Fact>
        {view.claim && (
          <Fact label={t.who.claim}>
            <bdi>
              “<Marked>{view.claim}</Marked>”
            </bdi>
          </Fact>
        )}
      </dl>
      <section>
        <h2 className="po-sr">{t.section.effect}</h2>
        <ul className="po-card po-effects">
          {effects.map((effect, index) => (
            <li key={index}>
              <Effect effect={effect} />
            </li>
          ))}
        </ul>
        {reduce}
      </section>
      {changes !== 'none' && changes !== 'failed' && <Changes changes={changes} />}
      {changes === 'failed' && !warnings.some(({ kind }) => kind === 'cannotSimulate' || kind === 'willFail') && (
        <Note kind="warn" title={t.warning.cannotSimulate[0]}>
          {t.warning.cannotSimulate[1]}
        </Note>
      )}
      {warnings.map((warning, index) => {
        const { title, sentence, parts, grave } = sayWarning(warning, t)
        return (
          <Note key={index} kind={grave ? 'bad' : 'warn'} title={title}>
            <Sentence parts={parts}>{sentence}</Sentence>
          </Note>
        )
      })}
      {fee ? (
        <dl className="po-kv">
          <Fact label={t.section.fee}>
            <span>{fill(t.section.feeExpected, { amount: `${fee.expected} ${fee.symbol}` })}</span>
            <br />
            <span className="po-caption">{fill(t.section.feeCeiling, { amount: `${fee.ceiling} ${fee.symbol}` })}</span>
          </Fact>
        </dl>
      ) : (
        kindOf(view, t).signs && <p className="po-caption">{t.section.free}</p>
      )}
      <Details view={view} />
      {children}
    </>
  )
}

function Effect({ effect }: { readonly effect: RequestView['effects'][number] }) {
  const t = useWords()
  const { sentence, parts, rest, notes } = sayEffect(effect, t)
  return (
    <>
      <p className="po-effect">
        <Sentence parts={parts}>{sentence}</Sentence>
      </p>
      {notes.length > 0 && (
        <p>
          {notes.map((note) => (
            <span key={note} className="po-pill">
              {note}
            </span>
          ))}
        </p>
      )}
      {effect.message !== undefined && (
        <p className="po-message" aria-label={t.section.message} tabIndex={0}>
          <Marked>{effect.message}</Marked>
        </p>
      )}
      {rest.length > 0 && (
        <dl className="po-kv">
          {rest.map(({ label, value }) => (
            <Fact key={label} label={label} tall={value.as === 'address' || value.text.length > 28}>
              <Value>{value}</Value>
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}

function Changes({ changes }: { readonly changes: readonly { readonly symbol: string; readonly amount: string }[] }) {
  const t = useWords()
  return (
    <section>
      <h2 className="po-h">{t.section.changes}</h2>
      {changes.length === 0 && <p className="po-card po-meta">{t.section.noChange}</p>}
      <dl className={changes.length === 0 ? undefined : 'po-card po-kv'}>
        {changes.map(({ symbol, amount }, index) => (
          <Fact key={index} label={symbol}>
            <span className={amount.startsWith('-') ? undefined : 'po-ok'}>
              {amount.startsWith('-') ? `−${amount.slice(1)}` : `+${amount}`}
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  )
}

function Details({ view: { details, hash, method, id, networkId } }: { readonly view: RequestView }) {
  const t = useWords()
  const lines = [...details, { path: 'method', value: method }, { path: 'chain', value: networkId }, { path: 'request', value: id }]
  return (
    <details>
      <summary className="po-link">{t.button.details}</summary>
      <dl className="po-raw po-card">
        {lines.map(({ path, value }, index) => (
          <div key={index}>
            <dt>{path}</dt>
            <dd className="po-mono">
              <Marked>{value}</Marked>
            </dd>
          </div>
        ))}
        {hash && (
          <div>
            <dt>{t.section.hash}</dt>
            <dd className="po-mono">{hash}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}

/** Lowers an unlimited permission before it is approved (S15). */
export function Reduce({ symbol, onReduce }: { readonly symbol: string; readonly onReduce: (amount: string) => Promise<void> }) {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const [amount, setAmount] = useState('')
  const [bad, setBad] = useState(false)
  const { busy, error, act } = useAct()
  const id = useId()
  if (!open) {
    return (
      <Button small kind="soft" className="po-limit" onClick={() => setOpen(true)}>
        <Icon name="edit" size={16} />
        {t.button.setLimit}
      </Button>
    )
  }
  return (
    <form
      id={id}
      className="po-form po-limit"
      onSubmit={(event) => {
        event.preventDefault()
        const plain = amount.trim().replace(',', '.')
        const fine = /^\d{1,30}(?:\.\d{1,30})?$/.test(plain)
        setBad(!fine)
        if (fine) void act('reduce', () => onReduce(plain))
      }}
    >
      <Field
        label={fill(t.limitLabel, { symbol })}
        value={amount}
        inputMode="decimal"
        error={bad ? t.limitBad : error}
        onChange={setAmount}
      />
      <Button small kind="soft" type="submit" busy={busy !== undefined}>
        {t.button.keepLimit}
      </Button>
    </form>
  )
}
