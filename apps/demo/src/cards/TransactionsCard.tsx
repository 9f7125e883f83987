import { getTransactions, toDecimal } from '@portico/core'
import { useAccount, usePortico } from '@portico/react-ui'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Mono } from '../ui/Facts.js'
import { activity, refresh } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useReading } from '../ui/useReading.js'
import { useHolder } from './useHolder.js'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** What has happened to the account, the newest first, as the chain's own index tells it. */
export function TransactionsCard() {
  const portico = usePortico()
  const { address, networkId, family } = useHolder()
  const { balance } = useAccount()
  const { task, data } = useReading(() => getTransactions(portico, { address, networkId }), String(balance?.units))
  return (
    <Card glyph={activity} title="Transactions" lead="The newest of the account, with what each did to the balance.">
      {!data && task.status !== 'error' && <Outcome kind="pending">Reading the chain</Outcome>}
      {task.status === 'error' && <Failure error={task.error} />}
      {data && (
        <ul className="m-rows" aria-label="Transactions">
          {data.transactions.slice(0, 6).map(({ hash, change, time: at }) => (
            <li key={hash} className="m-row">
              <span className="m-row__text">
                <strong>{change < 0n ? 'Out' : 'In'}</strong>
                <span>{at === undefined ? 'Waiting for a block' : time.format(new Date(at * 1000))}</span>
                <span>
                  <Mono>{hash}</Mono>
                </span>
              </span>
              <span className="m-row__end" dir="ltr">
                {change < 0n ? '−' : '+'}
                {toDecimal(change < 0n ? -change : change, family.decimals)} {family.symbol}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button size="sm" glyph={refresh} busy={task.status === 'pending'} onClick={() => void task.run()}>
          Read again
        </Button>
      </div>
    </Card>
  )
}
