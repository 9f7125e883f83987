import { Tile } from '@portico/ui/tile'
import { safeText } from '@portico/ui/safe-text'
import { useMark } from '../../wallets/useMark.js'

interface Props {
  readonly provider: { readonly id: string; readonly name: string; readonly icon?: string }
  readonly size: number
}

/** Providers whose mark is that of a wallet that everybody knows. */
const marked: Readonly<Record<string, string>> = { coinbase: 'com.coinbase.wallet' }

/** The mark of a provider or an exchange, or its first letter. */
export function ProviderTile({ provider: { id, name, icon }, size }: Props) {
  const { src } = useMark(marked[id])
  return <Tile name={safeText(name) || '?'} src={icon ?? src} trusted={icon !== undefined} size={size} />
}
