'use client'
import { accountStore, connectorStore } from '@portico/core'
import { usePorticoStore } from '../usePorticoStore.js'
import { useEmbeddedState } from './useEmbeddedState.js'

/** Who is logged in to the site's own wallet, in use or not: the facts are those of accounts in use. Undefined until the frame has told. */
export function useLogin(): { readonly email?: string | null; readonly userName?: string } | undefined {
  const facts = usePorticoStore(accountStore, (state) => state)
  const connector = usePorticoStore(connectorStore, (state) =>
    Object.values(state)
      .flat()
      .find(({ embedded }) => embedded),
  )
  const { user } = useEmbeddedState(connector?.embedded)
  return Object.values(facts).find((each) => each.user)?.user ?? user
}
