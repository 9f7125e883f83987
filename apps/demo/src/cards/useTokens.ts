import { getTokenBalances, shortAddress, type TokenBalance } from '@portico/core'
import { useAccount, usePortico } from '@portico/react-ui'
import { useReading, type Reading } from '../ui/useReading.js'
import { useHolder } from './useHolder.js'

/** Tokens of the sandbox, for a chain that does not keep their names. */
const names: Readonly<Record<string, string>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': 'PYUSD',
}

/** What a token is called: by its chain, by the page, or by its address. Never longer than fits. */
export const tokenLabel = ({ address, symbol }: TokenBalance): string => (symbol || names[address] || shortAddress(address)).slice(0, 12)

/** The tokens that the account in use holds, as its chain family's adapter tells. Read again when the balance has changed. */
export function useTokens(): Reading<readonly TokenBalance[]> {
  const portico = usePortico()
  const { address, networkId } = useHolder()
  const { balance } = useAccount()
  return useReading(() => getTokenBalances(portico, { address, networkId }), String(balance?.units))
}
