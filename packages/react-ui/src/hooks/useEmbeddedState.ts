'use client'
import type { EmbeddedState, EmbeddedWallet } from '@portico/core/embedded'
import { useSyncExternalStore } from 'react'

const none: EmbeddedState = { frame: 'idle' }
const nothing = () => () => undefined

/** Follows the frame of the embedded wallet: how far it is, whether it wants to be seen, and who is logged in. */
export function useEmbeddedState(wallet: EmbeddedWallet | undefined): EmbeddedState {
  return useSyncExternalStore(wallet?.subscribe ?? nothing, wallet?.state ?? (() => none), () => none)
}
