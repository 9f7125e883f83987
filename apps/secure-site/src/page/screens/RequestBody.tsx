import { useState, type ReactNode } from 'react'
import { formatExact } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { cls } from '@portico/ui/cls'
import { edit } from '@portico/ui/glyphs'
import { Fact, Facts } from '@portico/ui/key-value'
import { Note } from '@portico/ui/note'
import { Pill } from '@portico/ui/pill'
import { fill, type Messages } from '../i18n/index.js'
import { sayEffect, sayWarning } from './effects.js'
import { dollars, fewDigits, leastDollars } from './figures.js'
import { Address, LabelledField, Marked, Sentence, useAct, useLanguage, useWords, Value } from './parts.js'
import type { BalanceChange } from '../types.js'
import type { RequestView } from './view.js'

type ShownEffect = RequestView['effects'][number]

/** Titles and buttons by what is asked. */
export function kindOf(
  { method, effects }: RequestView,
  t: Messages,
): { readonly title: string; readonly approve: string; readonly anyway: string } {
  const sends =
    method === 'eth_sendTransaction' ||
    method === 'wallet_sendCalls' ||
    method === 'eth_sendUserOperation' ||
    (method.startsWith('solana_sign') && method !== 'solana_signMessage')
  if (sends) return { title: t.title.transaction, approve: t.button.approve, anyway: t.button.approveAnyway }
  if (effects.some(({ kind }) => kind === 'grant'))
    return { title: t.title.grant, approve: t.button.approve, anyway: t.button.approveAnyway }
  const signing = { approve: t.button.sign, anyway: t.button.signAnyway }
  if (effects.some(({ kind }) => kind === 'signIn')) return { ...signing, title: t.title.signIn, approve: t.button.signIn }
  if (effects.some(({ kind }) => kind === 'permit')) return { ...signing, title: t.title.permission }
  return { ...signing, title: method === 'eth_signTypedData_v4' ? t.title.data : t.title.message }
}

/** A text or a sign-in that can be read. A permission or an order costs nothing to sign, and moves something all the same. */
const movesNothing = ({ effects, warnings }: RequestView): boolean =>
  effects.every(({ kind }) => kind === 'message' || kind === 'signIn') && !warnings.some(({ kind }) => kind === 'blindMessage')

/**
 * A request, always in one order: who asks is in the header; then the strongest warning, so that nobody has to scroll to it, account and
 * network, effect, balances, other warnings, fee, every field.
 */
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
  // The same words twice say no more than once.
  const said = new Map(warnings.map((warning) => [wordsOf(warning, t), warning]))
  const [strongest, ...others] = said.values()
  return (
    <>
      {strongest && <Warning warning={strongest} />}
      <Facts lined>
        <Fact term={fill(view.account ? t.who.smartAccountOn : t.who.accountOn, { network: view.networkName })} tall>
          <Address>{view.address}</Address>
        </Fact>
        {view.claim && (
          <Fact term={t.who.claim}>
            <bdi>
              “<Marked>{view.claim}</Marked>”
            </bdi>
          </Fact>
        )}
      </Facts>
      <section>
        {view.account && effects.length > 1 && view.method !== 'wallet_grantPermissions' ? (
          <h2 className="po-h">{fill(t.section.batch, { n: String(effects.length) })}</h2>
        ) : (
          <h2 className="po-sr">{t.section.effect}</h2>
        )}
        <Effects effects={effects} />
        {reduce}
      </section>
      {changes !== 'none' && changes !== 'failed' && <Changes changes={changes} />}
      {changes === 'failed' && !warnings.some(({ kind }) => ['cannotSimulate', 'willFail', 'notEnough'].includes(kind)) && (
        <Note tone="warn" title={t.warning.cannotSimulate[0]}>
          {t.warning.cannotSimulate[1]}
        </Note>
      )}
      {others.map((warning, index) => (
        <Warning key={index} warning={warning} />
      ))}
      {view.deploys && <p className="po-caption">{fill(t.section.deploys, { network: view.networkName })}</p>}
      <Fee fee={fee} worth={view.feeWorth} sponsored={view.sponsored} />
      {!view.sponsored && !fee && movesNothing(view) && <p className="po-caption">{t.section.free}</p>}
      <Details view={view} />
      {children}
    </>
  )
}

/** What a warning reads as. */
function wordsOf(warning: RequestView['warnings'][number], t: Messages): string {
  const { title, sentence, parts } = sayWarning(warning, t)
  const words = Object.fromEntries(Object.entries(parts).map(([name, { text }]) => [name, text]))
  return `${title} ${fill(sentence, words)}`
}

/** What it costs on the network, or that somebody else pays. */
export function Fee({
  fee,
  worth,
  sponsored,
}: {
  readonly fee: RequestView['fee']
  readonly worth?: RequestView['feeWorth'] | undefined
  readonly sponsored?: true | undefined
}) {
  const t = useWords()
  const locale = useLanguage()
  if (sponsored) {
    return (
      <Facts>
        <Fact term={t.section.fee}>
          <Pill tone="ok">{t.section.sponsored}</Pill>
        </Fact>
      </Facts>
    )
  }
  if (!fee) return null
  if (worth && worth.expected > 0) {
    const isTiny = worth.ceiling < leastDollars
    return (
      <Facts>
        <Fact term={t.section.fee}>
          <span>
            {isTiny
              ? fill(t.section.feeUnder, { amount: dollars(leastDollars, locale) })
              : fill(t.section.feeExpected, { amount: dollars(Math.max(worth.expected, leastDollars), locale) })}
            <br />
            <span className="po-caption">
              {fill(t.section.feeCeiling, { amount: `${fewDigits(fee.ceiling, locale, 'up', 2)} ${fee.symbol}` })}
            </span>
          </span>
        </Fact>
      </Facts>
    )
  }
  // Paid as it stands, as a fee in a token is.
  if (fee.expected === fee.ceiling && fee.expected !== '0') {
    return (
      <Facts>
        <Fact term={t.section.fee}>{`${fewDigits(fee.ceiling, locale, 'up', 4)} ${fee.symbol}`}</Fact>
      </Facts>
    )
  }
  return (
    <Facts>
      <Fact term={t.section.fee}>
        <span>
          {fill(t.section.feeExpected, { amount: `${fewDigits(fee.expected, locale, 'near', 2)} ${fee.symbol}` })}
          <br />
          <span className="po-caption">
            {fill(t.section.feeCeiling, { amount: `${fewDigits(fee.ceiling, locale, 'up', 2)} ${fee.symbol}` })}
          </span>
        </span>
      </Fact>
    </Facts>
  )
}

/** Effects, a sentence each. */
export const Effects = ({ effects }: { readonly effects: readonly ShownEffect[] }) => (
  <ul className="po-card po-effects">
    {effects.map((effect, index) => (
      <li key={index}>
        <Effect effect={effect} />
      </li>
    ))}
  </ul>
)

function Effect({ effect }: { readonly effect: ShownEffect }) {
  const t = useWords()
  const locale = useLanguage()
  const { sentence, parts, rest, notes } = sayEffect(effect, t, (decimal) => formatExact(decimal, locale))
  return (
    <>
      <p className="po-effect">
        <Sentence parts={parts}>{sentence}</Sentence>
      </p>
      {notes.length > 0 && (
        <p className="po-notes">
          {notes.map((note) => (
            <Pill key={note} tone="warn">
              {note}
            </Pill>
          ))}
        </p>
      )}
      {effect.message !== undefined && (
        <p className="po-message" aria-label={t.section.message} tabIndex={0}>
          {effect.message === '' ? <span className="po-caption">{t.emptyMessage}</span> : <Marked>{effect.message}</Marked>}
        </p>
      )}
      {rest.length > 0 && (
        <Facts>
          {rest.map(({ label, value }) => (
            <Fact key={label} term={label} tall={value.as === 'address' || value.as === 'time' || value.text.length > 28}>
              <Value>{value}</Value>
            </Fact>
          ))}
        </Facts>
      )}
    </>
  )
}

function Warning({ warning }: { readonly warning: RequestView['warnings'][number] }) {
  const t = useWords()
  const { title, sentence, parts, grave } = sayWarning(warning, t)
  return (
    <Note tone={grave ? 'bad' : 'warn'} title={title}>
      <Sentence parts={parts}>{sentence}</Sentence>
    </Note>
  )
}

function Changes({ changes }: { readonly changes: readonly BalanceChange[] }) {
  const t = useWords()
  return (
    <section>
      <h2 className="po-h">{t.section.changes}</h2>
      <Card>
        {changes.length === 0 ? (
          <p className="po-meta">{t.section.noChange}</p>
        ) : (
          <Facts>
            {changes.map((change, index) => (
              <Change key={index} change={change} />
            ))}
          </Facts>
        )}
      </Card>
    </section>
  )
}

/** What comes or goes, in large type and few digits; a token that is only known by its contract has it on a line of its own. */
function Change({ change: { symbol, amount } }: { readonly change: BalanceChange }) {
  const t = useWords()
  const locale = useLanguage()
  const { name, address, smallest } = readSymbol(symbol)
  const leaves = amount.startsWith('-')
  const few = fewDigits(leaves ? amount.slice(1) : amount, locale, leaves ? 'up' : 'down')
  const of = name || t.amount.unknownToken
  return (
    <>
      <Fact term={leaves ? t.section.youSend : t.section.youReceive}>
        <bdi className={cls('po-big', !leaves && 'po-ok')} dir={smallest ? undefined : 'ltr'}>
          {leaves ? '−' : '+'}
          {smallest ? fill(t.amount.smallest, { amount: few, symbol: of }) : `${few} ${of}`}
        </bdi>
      </Fact>
      {address !== undefined && (
        <Fact term={t.field.token} tall>
          <Address>{address}</Address>
        </Fact>
      )}
    </>
  )
}

/** A symbol as a trial run tells it: a name, a contract that nobody has vouched for, and whether its decimals are unknown. */
function readSymbol(symbol: string): { readonly name: string; readonly address?: string; readonly smallest: boolean } {
  const [, told = symbol, units] = /^(.*?)( \(smallest units\))?$/s.exec(symbol) ?? []
  const [, name = '', inBrackets] = /^(.*) \((\w{32,44})\)$/s.exec(told) ?? []
  const smallest = units !== undefined
  if (inBrackets !== undefined) return { name, address: inBrackets, smallest }
  return /^\w{32,44}$/.test(told) ? { name: '', address: told, smallest } : { name: told, smallest }
}

function Details({ view: { details, hash, method, id, networkId, changes, fee } }: { readonly view: RequestView }) {
  const t = useWords()
  // What stands above in few digits, exactly.
  const exact = [
    ...(typeof changes === 'string' ? [] : changes.map(({ symbol, amount }) => ({ path: 'change', value: `${amount} ${symbol}` }))),
    ...(fee
      ? [
          { path: 'fee', value: `${fee.expected} ${fee.symbol}` },
          { path: 'fee limit', value: `${fee.ceiling} ${fee.symbol}` },
        ]
      : []),
  ]
  const lines = [
    ...details,
    ...exact,
    { path: 'method', value: method },
    { path: 'chain', value: networkId },
    { path: 'request', value: id },
  ]
  return (
    <details>
      <summary className="po-link">{t.button.details}</summary>
      <Card variant="rows" className="po-mt2">
        <Facts className="po-raw">
          {lines.map(({ path, value }, index) => (
            <Fact key={index} term={path} tall>
              <bdi className="po-mono">
                <Marked>{value}</Marked>
              </bdi>
            </Fact>
          ))}
          {hash && (
            <Fact term={t.section.hash} tall>
              <bdi className="po-mono">{hash}</bdi>
            </Fact>
          )}
        </Facts>
      </Card>
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
  if (!open) {
    return (
      <Button size="sm" variant="soft" full={false} icon={edit} className="po-mt2" onClick={() => setOpen(true)}>
        {t.button.setLimit}
      </Button>
    )
  }
  return (
    <form
      className="po-limit"
      onSubmit={(event) => {
        event.preventDefault()
        const plain = amount.trim().replace(',', '.')
        const fine = /^\d{1,30}(?:\.\d{1,30})?$/.test(plain)
        setBad(!fine)
        if (fine) void act('reduce', () => onReduce(plain))
      }}
    >
      <LabelledField
        label={fill(t.limitLabel, { symbol })}
        value={amount}
        inputMode="decimal"
        error={bad ? t.limitBad : error}
        onChange={setAmount}
      />
      <Button size="sm" variant="soft" full={false} type="submit" busy={busy !== undefined}>
        {t.button.keepLimit}
      </Button>
    </form>
  )
}
