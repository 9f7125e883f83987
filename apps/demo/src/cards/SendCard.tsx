import { networkStore, parseAmount, toDecimal, type NetworkId, type Receipt } from '@portico/core'
import { useBalance, useEstimateFee, usePorticoStore, useSendTransaction, useWaitForReceipt } from '@portico/react-ui'
import { useEffect, useState } from 'react'
import { loadFamily } from '../chain/load.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { TextField } from '../ui/Field.js'
import { send } from '../ui/glyphs.js'
import { AnswerIn, Failure, Outcome } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { atMostText, feeText } from './amounts.js'
import { FeeChoice } from './FeeChoice.js'
import { HashText, MinedFacts } from './MinedFacts.js'
import { useHolder } from './useHolder.js'
import { tokenLabel, useTokens } from './useTokens.js'

interface Asset {
  /** Address of the token; undefined for the native currency. */
  readonly token?: string
  readonly symbol: string
  readonly decimals: number
}

interface Transfer {
  readonly to: string
  /** In the asset's smallest unit. */
  readonly value: bigint
  readonly networkId: NetworkId
  readonly asset: Asset
  /** In satoshi for each virtual byte, where the visitor chose one. */
  readonly feeRate?: number
}

const leads = {
  eip155: 'Ether, to anybody. The fee is estimated before you decide.',
  solana: 'SOL or a token, to anybody. An account for the token is made where the recipient has none.',
  bip122: 'Bitcoin, to anybody. You choose how soon, and so what it costs.',
  polkadot: '',
  cosmos: '',
} as const

/** Sends the native currency, or a token where the chain family has them: fill in, look over, confirm in the wallet, wait for the block. */
export function SendCard() {
  const { networkId, namespace, family } = useHolder()
  const { data: tokens = [] } = useTokens()
  const [to, setTo] = useState('')
  const [amount, setAmount] = useState(family.sample)
  const [chosen, setChosen] = useState<string>('')
  const [feeRate, setFeeRate] = useState<number>()
  const [problem, setProblem] = useState<{ readonly field: 'to' | 'amount'; readonly text: string }>()
  const [transfer, setTransfer] = useState<Transfer>()

  const native: Asset = { symbol: family.symbol, decimals: family.decimals }
  const assets: readonly Asset[] = [
    native,
    ...tokens.slice(0, 3).map((token) => ({ token: token.address, symbol: tokenLabel(token), decimals: token.decimals })),
  ]
  const asset = assets.find(({ token = '' }) => token === chosen) ?? native

  const review = async () => {
    const { isAddress } = await loadFamily(namespace)
    if (!isAddress(to.trim())) return setProblem({ field: 'to', text: family.notAnAddress })
    const value = readAmount(amount, asset.decimals)
    if (value === undefined || value <= 0n) return setProblem({ field: 'amount', text: `Enter an amount, such as ${family.sample}` })
    setProblem(undefined)
    setTransfer({ to: to.trim(), value, networkId, asset, ...(feeRate !== undefined && { feeRate }) })
  }
  const startOver = () => {
    setTransfer(undefined)
  }
  return (
    <Card glyph={send} title="Send" lead={leads[namespace]}>
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
          {assets.length > 1 && (
            <Segmented
              label="What to send"
              options={assets.map(({ token = '', symbol }) => ({ value: token, label: symbol }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
          <TextField
            label="Recipient"
            placeholder={family.placeholder}
            dir="ltr"
            className="m-mono"
            value={to}
            error={problem?.field === 'to' ? problem.text : undefined}
            onChange={({ target }) => setTo(target.value)}
            aside={
              <button type="button" className="m-link" onClick={() => setTo(family.reserve)}>
                Use the reserve
              </button>
            }
          />
          <TextField
            label="Amount"
            inputMode="decimal"
            suffix={asset.symbol}
            dir="ltr"
            value={amount}
            error={problem?.field === 'amount' ? problem.text : undefined}
            onChange={({ target }) => setAmount(target.value)}
          />
          {namespace === 'bip122' && <FeeChoice networkId={networkId} onChange={setFeeRate} />}
          <Button type="submit" tone="primary">
            Review
          </Button>
        </form>
      )}
    </Card>
  )
}

function Sending({ transfer, onBack }: { readonly transfer: Transfer; readonly onBack: () => void }) {
  const { to, value, networkId, asset, feeRate } = transfer
  const { wallet, namespace, family } = useHolder()
  const network = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace]?.active)
  const { refresh } = useBalance()
  const fee = useEstimateFee()
  const request = useSendTransaction()
  const receipt = useWaitForReceipt()
  const { mutate: estimate } = fee
  useEffect(() => estimate(orderOf(transfer)), [estimate, transfer])

  const confirm = () =>
    void request
      .mutateAsync(orderOf(transfer))
      .then((hash) => receipt.mutateAsync({ hash, networkId }))
      .then(() => refresh())
      .catch(() => undefined) // each part shows its own state

  return (
    <>
      <Facts
        of={[
          ['To', <Mono key="to">{to}</Mono>],
          ['Amount', `${toDecimal(value, asset.decimals)} ${asset.symbol}`],
          ['Network', network?.name ?? networkId],
          ['Fee rate', feeRate === undefined ? null : `${feeRate} sat for each vB`],
          [
            'Fee',
            fee.status === 'success' ? `About ${feeText(fee.data.expected, family)}` : fee.status === 'error' ? 'Not known' : 'Estimating',
          ],
          ['In all, at most', fee.status === 'success' && asset.token === undefined ? atMostText(value + fee.data.maximum, family) : null],
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
          <Outcome kind={receipt.data.outcome === 'success' || receipt.data.outcome === 'repriced' ? 'ok' : 'bad'}>
            {outcomeText[receipt.data.outcome]}
          </Outcome>
          <MinedFacts hash={receipt.data.minedHash} networkId={networkId} />
        </>
      )}
      {(receipt.status === 'success' || receipt.status === 'error') && <Button onClick={onBack}>Send another</Button>}
    </>
  )
}

const orderOf = ({ to, value, networkId, asset: { token }, feeRate }: Transfer) => ({
  to,
  value,
  networkId,
  ...(token !== undefined && { token }),
  ...(feeRate !== undefined && { feeRate }),
})

const outcomeText: Readonly<Record<Receipt['outcome'], string>> = {
  success: 'Success. The transfer is on the chain.',
  reverted: 'Reverted. The recipient did not take it, and you still have the amount.',
  replaced: 'Replaced. Another transaction of yours took its place.',
  repriced: 'Success, at another fee. Your wallet sped it up.',
  cancelled: 'Cancelled. Your wallet took it back, and you still have the amount.',
}

function readAmount(text: string, decimals: number): bigint | undefined {
  try {
    return parseAmount(text.trim(), decimals)
  } catch {
    return undefined
  }
}
