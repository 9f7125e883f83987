'use client'
import type { Connector } from '@portico/core'
import type { LinkState } from '@portico/core/kit'
import { useSyncExternalStore } from 'react'

const idle: LinkState = { status: 'idle' }
const nothing = () => () => undefined

/** Follows how far a connector's pairing is. */
export function useLinkState(connector: Connector | undefined): LinkState {
  const link = connector?.link
  return useSyncExternalStore(link?.subscribe ?? nothing, link?.state ?? (() => idle), () => idle)
}
