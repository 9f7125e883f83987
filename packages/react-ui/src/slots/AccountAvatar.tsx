'use client'
import { Avatar, type AvatarProps } from '@portico/ui/avatar'
import { createElement } from 'react'
import type { ComponentType } from 'react'
import { usePortico } from '../PorticoProvider.js'
import type { AvatarProps as OwnAvatarProps } from './index.js'

/** What `setAvatar` was told stands there. */
const key = Symbol.for('@portico/react-ui avatar')

/** The picture of an account: the site's own way of drawing it, its name's picture, or its doorway. */
export function AccountAvatar({ src, ...rest }: Omit<AvatarProps, 'children'>) {
  const Own = usePortico().slots.get(key) as ComponentType<OwnAvatarProps> | undefined // nobody else has the key
  if (!Own) return <Avatar src={src} {...rest} />
  const { address, size } = rest
  return <Avatar {...rest}>{createElement(Own, { address, picture: typeof src === 'string' ? src : undefined, size })}</Avatar>
}
