import type { Portico } from '../../portico/createPortico.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { AccountParameters } from '../account/target.js'
import type { CallsStatus } from './capability.js'
import { getCallsStatus, type CallsStatusParameters } from './getCallsStatus.js'
import { getCapabilities } from './getCapabilities.js'
import { isOver } from './isOver.js'

const common = { retry: false as const, networkMode: 'always' as const }

/**
 * {@link getCallsStatus} for a TanStack query client: asked every second until the batch has come to its end.
 * @example const { status } = await queryClient.fetchQuery(callsStatusQuery(portico, { id }))
 */
export function callsStatusQuery(portico: Portico, parameters: CallsStatusParameters) {
  return {
    queryKey: ['callsStatus', parameters.id] as const,
    queryFn: () => getCallsStatus(portico, parameters),
    refetchInterval: ({ state: { data } }: { readonly state: { readonly data?: CallsStatus | undefined } }): number | false =>
      data && isOver(data) ? false : 1_000,
    ...common,
  }
}

/**
 * {@link getCapabilities} for a TanStack query client, of the account in use; fresh for five minutes.
 * @example const capabilities = await queryClient.fetchQuery(capabilitiesQuery(portico))
 */
export function capabilitiesQuery(portico: Portico, parameters: AccountParameters = {}) {
  const connection = activeConnection(connectionStore(portico).getState(), parameters.namespace)
  return {
    queryKey: ['capabilities', connection?.connector.id ?? '', connection?.addresses[0] ?? ''] as const,
    queryFn: () => getCapabilities(portico, parameters),
    enabled: connection !== undefined,
    staleTime: 300_000,
    ...common,
  }
}
