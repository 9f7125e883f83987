import { formatAmount } from '@portico/core'
import { useBalance } from '@portico/react-ui'

/** What the account in use holds of the network's coin. */
export function Balance() {
  const { balance } = useBalance()
  return (
    <p>
      Balance: <output id="balance">{balance && `${formatAmount(balance.units, balance.decimals)} ${balance.symbol}`}</output>
    </p>
  )
}
