import type { ReactNode } from 'react'
import { SiteArt } from './siteArt.js'
import { Tile } from '../primitives/tile/Tile.js'

/** The picture of the site. */
export const SiteTile = ({
  name,
  icon,
  size = 56,
}: {
  readonly name: string
  readonly icon: string | undefined
  readonly size?: number
}): ReactNode => (
  <Tile name={name} src={icon} size={size} trusted>
    <SiteArt />
  </Tile>
)
