import { networkStore, parseAmount, toDecimal, type NetworkId, type Receipt } from '@portico/core'
import { useBalance, useEstimateFee, usePorticoStore, useSendTransaction, useWaitForReceipt } from '@portico/react-ui'
import { useEffect, useState } from 'react'
import { loadChain } from '../chain/load.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { TextField } from '../ui/Field.js'
import { send } from '../ui/glyphs.js'
import { AnswerIn, Failure, Outcome } from '../ui/Outcome.js'
import { atMostText, feeText } from './ether.js'
import { HashText, MinedFacts } from './MinedFacts.js'
import { reserve } from './reserve.js'
import { useHolder } from './useHolder.js'

interface Transfer {
  readonly to: string
  /** In wei. */
  readonly value: bigint
  readonly networkId: NetworkId
}

/** Sends ether: fill in, look over, confirm in the wallet, wait for the block. */
export function SendCard() {
  const { networkId } = useHolder()
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState('0.25')
  const [problem, setProblem] = useState<{ readonly field: 'to' | 'amount'; readonly text: string }>()
  const [transfer, setTransfer] = useState<Transfer>()

  const review = async () => {
    const { isAddress } = await loadChain()
    if (!isAddress(to.trim())) return setProblem({ field: 'to', text: 'Enter an address: 0x and 40 digits. Check its letters.' })
    const value = readAmount(amount)
    if (value === undefined || value <= 0n) return setProblem({ field: 'amount', text: 'Enter an amount, such as 0.25' })
    setProblem(undefined)
    setTransfer({ to: to.trim(), value, networkId })
  }
  const startOver = () => {
    setTransfer(undefined)
  }
  return (
    <Card glyph={send} title="Send" lead="Ether, to anybody. The fee is estimated before you decide.">
      {transfer ? (
        <Sending transfer={transfer} onBack={startOver} />
      ) : (
        <form
          className="m-form"
          onSubmit={(event) => {
            event.preventDefault()
            void review()
          }}
        >
          <TextField
            label="Recipient"
            placeholder="0x…"
            dir="ltr"
            className="m-mono"
            value={to}
            error={problem?.field === 'to' ? problem.text : undefined}
            onChange={({ target }) => setTo(target.value)}
            aside={
              <button type="button" className="m-link" onClick={() => setTo(reserve)}>
                Use the reserve
              </button>
            }
          />
          <TextField
            label="Amount"
            inputMode="decimal"
            suffix="ETH"
            dir="ltr"
            value={amount}
            error={problem?.field === 'amount' ? problem.text : undefined}
            onChange={({ target }) => setAmount(target.value)}
          />
          <Button type="submit" tone="primary">
            Review
          </Button>
        </form>
      )}
    </Card>
  )
}

function Sending({ transfer, onBack }: { readonly transfer: Transfer; readonly onBack: () => void }) {
  const { to, value, networkId } = transfer
  const { wallet } = useHolder()
  const network = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace.eip155?.active)
  const { refresh } = useBalance()
  const fee = useEstimateFee()
  const request = useSendTransaction()
  const receipt = useWaitForReceipt()
  const { mutate: estimate } = fee
  useEffect(() => estimate(transfer), [estimate, transfer])

  const confirm = () =>
    void request
      .mutateAsync(transfer)
      .then((hash) => receipt.mutateAsync({ hash, networkId }))
      .then(() => refresh())
      .catch(() => undefined) // each part shows its own state

  return (
    <>
      <Facts
        of={[
          ['To', <Mono key="to">{to}</Mono>],
          ['Amount', `${toDecimal(value, 18)} ETH`],
          ['Network', network?.name ?? networkId],
          ['Fee', fee.status === 'success' ? `About ${feeText(fee.data.expected)}` : fee.status === 'error' ? 'Not known' : 'Estimating'],
          ['In all, at most', fee.status === 'success' ? atMostText(value + fee.data.maximum) : null],
        ]}
      />
      {fee.status === 'error' && request.status === 'idle' && <Failure error={fee.error} />}
      {request.status === 'error' && <Failure error={request.error} />}
      {request.status !== 'success' && (
        <div className="m-pair is-even">
          <Button onClick={onBack}>Back</Button>
          <Button tone="primary" busy={request.status === 'pending'} disabled={fee.status !== 'success'} onClick={confirm}>
            {request.status === 'pending' ? `Answer in ${wallet}` : request.status === 'error' ? 'Try again' : 'Send'}
          </Button>
        </div>
      )}
      {request.status === 'pending' && <AnswerIn wallet={wallet} />}
      {receipt.status === 'pending' && (
        <>
          <Facts of={[['Hash', <HashText key="hash" hash={receipt.variables.hash} />]]} />
          <Outcome kind="pending">Sent. Waiting for a block</Outcome>
        </>
      )}
      {receipt.status === 'error' && <Failure error={receipt.error} />}
      {receipt.status === 'success' && (
        <>
          <Outcome kind={receipt.data.outcome === 'success' || receipt.data.outcome === 'repriced' ? 'ok' : 'bad'}>{outcomeText[receipt.data.outcome]}</Outcome>
          <MinedFacts hash={receipt.data.minedHash} networkId={networkId} />
        </>
      )}
      {(receipt.status === 'success' || receipt.status === 'error') && <Button onClick={onBack}>Send another</Button>}
    </>
  )
}

const outcomeText: Readonly<Record<Receipt['outcome'], string>> = {
  success: 'Success. The transfer is on the chain.',
  reverted: 'Reverted. The recipient did not take it, and you still have the amount.',
  replaced: 'Replaced. Another transaction of yours took its place.',
  repriced: 'Success, at another fee. Your wallet sped it up.',
  cancelled: 'Cancelled. Your wallet took it back, and you still have the amount.',
}

function readAmount(text: string): bigint | undefined {
  try {
    return parseAmount(text.trim(), 18)
  } catch {
    return undefined
  }
}
