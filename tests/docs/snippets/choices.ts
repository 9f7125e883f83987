import type { Portico } from '@portico/core'
import {
  addToken,
  getBalances,
  hideToken,
  isListed,
  lookUpToken,
  showToken,
  TokenListedError,
  TokenNotFoundError,
} from '@portico/core/balances'

const account = { networkId: 'eip155:8453', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' } as const
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

export async function changeList(portico: Portico) {
  try {
    const { name, symbol, units } = await lookUpToken(portico, { ...account, token }) // to show it first
    console.log(name, symbol, units)
    await addToken(portico, { ...account, token })
  } catch (error) {
    if (error instanceof TokenNotFoundError)
      console.log(error.reason) // 'address', 'account' or 'contract': what there is instead
    else if (error instanceof TokenListedError) console.log('It is in the list already')
    else throw error
  }
  hideToken(portico, { ...account, token })
  showToken(portico, { ...account, token })
  return (await getBalances(portico, account)).filter(isListed)
}
