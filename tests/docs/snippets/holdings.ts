import type { Portico } from '@portico/core'
import { getActivity, monthsOf, rowsOf } from '@portico/core/activity'
import { formatFiat, getPortfolio } from '@portico/core/balances'
import { getNfts } from '@portico/core/nfts'

const account = { networkId: 'eip155:8453', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' } as const

export async function showHoldings(portico: Portico) {
  const { total, tokens, missing } = await getPortfolio(portico, { accounts: [account] })
  console.log(total === undefined ? 'No price is known' : formatFiat(total).text)
  for (const { symbol, units, decimals } of tokens) console.log(symbol, units, decimals)
  if (missing.length > 0) console.log('Some accounts did not answer')

  const { rows } = await getActivity(portico, account)
  for (const month of monthsOf(rowsOf([{ rows }]))) console.log(month)

  const { nfts } = await getNfts(portico, account)
  console.log(nfts.length)
}
