import { formatAmount } from '@portico/core'
import { useSendTransaction, useWaitForReceipt } from '@portico/react-ui'
import { useEffect, useState } from 'react'
import { loadChain } from '../chain/load.js'
import { tokens, type DemoToken } from '../chain/tokens.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { mint } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { MinedFacts } from './MinedFacts.js'
import { useHolder } from './useHolder.js'

const portion = '100'

/** ERC-20 tokens: a contract call makes new ones, and the balance follows. */
export function TokensCard() {
  const { address, networkId, wallet } = useHolder()
  const [chosen, setChosen] = useState<DemoToken>()
  const holdings = useTask(async () => (await loadChain()).readHoldings({ networkId, owner: address }))
  const request = useSendTransaction()
  const receipt = useWaitForReceipt()
  const { run: read } = holdings
  useEffect(() => void read(), [read])
  const [known, setKnown] = useState(new Map<string, bigint>())
  if (holdings.status === 'success' && holdings.data.some(({ token, units }) => known.get(token.symbol) !== units)) {
    setKnown(new Map(holdings.data.map(({ token, units }) => [token.symbol, units])))
  }

  const ask = async (token: DemoToken) => {
    setChosen(token)
    receipt.reset()
    const { mintCall } = await loadChain()
    await request
      .mutateAsync({ ...mintCall({ token, to: address, amount: portion }), networkId })
      .then((hash) => receipt.mutateAsync({ hash, networkId }))
      .then(() => read())
      .catch(() => undefined) // each part shows its own state
  }
  const isBusy = request.status === 'pending' || receipt.status === 'pending'
  return (
    <Card glyph={mint} title="Tokens" lead="Mint some by calling a contract, and watch the balance follow.">
      <ul className="m-rows">
        {tokens.map((token) => {
          const units = known.get(token.symbol)
          return (
            <li key={token.symbol} className="m-row">
              <span className="m-coin" data-token={token.symbol} aria-hidden="true">
                {token.symbol.slice(0, 1)}
              </span>
              <span className="m-row__text">
                <strong>{token.symbol}</strong>
                <span>{token.name}</span>
              </span>
              <span className="m-row__end" dir="ltr" aria-label={`${token.symbol} balance`}>
                {units === undefined ? (
                  holdings.status === 'error' ? (
                    '–'
                  ) : (
                    <span className="m-skeleton" />
                  )
                ) : (
                  formatAmount(units, token.decimals, 'en')
                )}
              </span>
              <Button
                size="sm"
                busy={isBusy && chosen === token}
                disabled={isBusy && chosen !== token}
                onClick={() => void ask(token)}
                aria-label={`Mint ${portion} ${token.symbol}`}
              >
                Mint {portion}
              </Button>
            </li>
          )
        })}
      </ul>
      {holdings.status === 'error' && <Failure error={holdings.error} />}
      {request.status === 'pending' && <Outcome kind="pending">Answer in {wallet}.</Outcome>}
      {request.status === 'error' && <Failure error={request.error} />}
      {receipt.status === 'pending' && <Outcome kind="pending">Sent. Waiting for a block</Outcome>}
      {receipt.status === 'error' && <Failure error={receipt.error} />}
      {receipt.status === 'success' && chosen && (
        <>
          <Outcome kind={receipt.data.outcome === 'success' ? 'ok' : 'bad'}>
            {receipt.data.outcome === 'success' ? `${portion} ${chosen.symbol} more` : 'Not minted. Nothing has changed but the fee.'}
          </Outcome>
          <MinedFacts hash={receipt.data.minedHash} networkId={networkId} />
        </>
      )}
    </Card>
  )
}
