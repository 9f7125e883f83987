import type { Portico } from '@portico/core'
import type { ComponentType } from 'react'

export interface AvatarProps {
  readonly address: string
  /** The picture that the account's name has, as the source of an image; undefined where it has none. */
  readonly picture?: string | undefined
  /** px; undefined in a button, whose size decides. */
  readonly size?: number | undefined
}

/** Written out here and where it is read: a module that both have would be a file more to fetch for every page. */
const key = Symbol.for('@portico/react-ui avatar')

/**
 * Has a portico's buttons and modal show accounts with a picture of the site's own, in the arch. Call it where the portico is made.
 * @example setAvatar(portico, ({ address }) => <img alt="" src={`/avatars/${address}.svg`} />)
 * @param Avatar draws one `<img>` or `<svg>`, which is cropped to the arch; the modal stands in a shadow root, so that no style sheet of
 * the page reaches it. undefined: the doorways again.
 */
export function setAvatar(portico: Portico, Avatar: ComponentType<AvatarProps> | undefined): void {
  portico.slots.set(key, Avatar)
}
