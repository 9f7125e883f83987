import { formatAmount } from '@portico/core'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Mono } from '../ui/Facts.js'
import { layers, refresh } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { tokenLabel, useTokens } from './useTokens.js'

/** The tokens of a Solana account, of both token programs. */
export function HoldingsCard() {
  const { task, data } = useTokens()
  return (
    <Card glyph={layers} title="Tokens" lead="What the account holds: SPL tokens and those of Token-2022.">
      {!data && task.status !== 'error' && <Outcome kind="pending">Reading the chain</Outcome>}
      {task.status === 'error' && <Failure error={task.error} />}
      {data &&
        (data.length === 0 ? (
          <p className="m-say">No tokens here yet.</p>
        ) : (
          <ul className="m-rows">
            {data.map((token) => (
              <li key={token.address} className="m-row">
                <span className="m-coin" data-token={tokenLabel(token)} aria-hidden="true">
                  {tokenLabel(token).slice(0, 1)}
                </span>
                <span className="m-row__text">
                  <strong>
                    <bdi>{tokenLabel(token)}</bdi>
                  </strong>
                  <span>
                    <Mono>{token.address}</Mono>
                  </span>
                </span>
                <span className="m-row__end" dir="ltr" aria-label={`${tokenLabel(token)} balance`}>
                  {formatAmount(token.units, token.decimals, 'en')}
                </span>
              </li>
            ))}
          </ul>
        ))}
      <div>
        <Button size="sm" glyph={refresh} busy={task.status === 'pending'} onClick={() => void task.run()}>
          Read again
        </Button>
      </div>
    </Card>
  )
}
