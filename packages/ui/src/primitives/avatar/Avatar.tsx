import type { ReactNode } from 'react'
import { Tile } from '../tile/Tile.js'
import { Facade } from './Facade.js'

export interface AvatarProps {
  /** Any text: an address, a name. The same text draws the same doorway. */
  address: string
  /** The account's own picture, cropped to the arch. */
  src?: unknown
  /** px; without it the style sheet decides. */
  size?: number | undefined
  badge?: ReactNode
  /** Instead of the doorway. */
  children?: ReactNode
}

/** The doorway of an account. */
export const Avatar = ({ address, children, ...rest }: AvatarProps) => (
  <Tile name={address} shape="arch" {...rest}>
    {children ?? <Facade address={address} />}
  </Tile>
)
