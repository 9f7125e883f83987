import { Tile } from '@portico/ui/tile'
import { safeText } from '@portico/ui/safe-text'

interface Props {
  /** `icon` below the gateway, or none. */
  readonly provider: { readonly id: string; readonly name: string; readonly icon?: string }
  readonly size: number
}

/** The picture of a provider or an exchange, or its first letter. */
export const ProviderTile = ({ provider: { name, icon }, size }: Props) => (
  <Tile name={safeText(name) || '?'} src={icon} trusted={icon !== undefined} size={size} />
)
