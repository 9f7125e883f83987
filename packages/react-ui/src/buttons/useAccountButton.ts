'use client'
import type { Namespace } from '@portico/core'
import { viewChoiceStore } from '@portico/core/kit'
import { accountRequest } from '../accountRequest.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useButton } from './useButton.js'

/** A button that opens Connect, or once connected the account. Beside `<Modal without={['account']} />` it then opens nothing. */
export function useAccountButton(namespace: Namespace | undefined, isConnected: boolean) {
  const opens = usePorticoStore(viewChoiceStore, ({ without }) => !isConnected || !without?.includes('account'))
  return useButton(opens && ((portico) => accountRequest(portico, namespace)))
}
