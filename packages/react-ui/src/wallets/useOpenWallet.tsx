'use client'
import type { ConnectorInfo, Namespace } from '@portico/core'
import { useSyncExternalStore } from 'react'
import type { MouseEvent, ReactElement } from 'react'
import { ButtonLink } from '@portico/ui/button'
import { arrowUpRight } from '@portico/ui/glyphs'
import { useConnector } from './useConnector.js'

const nothing = () => () => undefined

/**
 * On a phone, the button of a view that waits for the connected wallet: it opens what that was asked, which the browser may not have
 * opened, or the visitor have left undecided. Undefined elsewhere, and once the wallet has answered.
 */
export function useOpenWallet(
  wallet: Pick<ConnectorInfo, 'id'> | undefined,
  namespace: Namespace | undefined,
  words: string,
): ReactElement | undefined {
  const link = useConnector(wallet?.id, namespace)?.link
  const request = useSyncExternalStore(
    link?.subscribe ?? nothing,
    () => link?.request?.(),
    () => undefined,
  )
  if (!request) return undefined
  const { href } = request
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    // Where the browser lets nothing be opened from here, the link itself still is.
    if (request.open()) event.preventDefault()
  }
  return (
    <ButtonLink variant="primary" after={arrowUpRight} href={href} {...(!href.startsWith('https:') && { target: '_self' })} onClick={open}>
      {words}
    </ButtonLink>
  )
}
