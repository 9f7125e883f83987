'use client'
import type { AccountParameters, PorticoError } from '@portico/core'
import {
  callsStatusQuery,
  getCapabilities,
  sendCalls,
  waitForCalls,
  type CallsStatus,
  type SendCallsParameters,
  type SentCalls,
  type WaitForCallsParameters,
} from '@portico/core/calls'
import { usePortico } from '../PorticoProvider.js'
import type { NamespaceParameters } from './connection.js'
import { useAnswer, type Answer } from './holdings.js'
import { useActionIn } from './useActionIn.js'
import { useQuery } from './useQuery.js'

/**
 * What the account can do on each network (EIP-5792): `mutate({})`. As a query: `capabilitiesQuery` of `@portico/core/calls`.
 * @example
 * const { mutateAsync } = useCapabilities()
 * const capabilities = await mutateAsync({})
 */
export const useCapabilities = (preset?: NamespaceParameters) =>
  useActionIn<Awaited<ReturnType<typeof getCapabilities>>, PorticoError, AccountParameters>(getCapabilities, preset)

/**
 * Sends several calls as one, or one by one where the wallet knows no batches (EIP-5792): `mutate({ calls })`. Its data has the
 * batch's `id`.
 * @example
 * const { mutate, data } = useSendCalls()
 * const onClick = () => mutate({ calls: [{ to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', data: '0x1249c58b' }] })
 * const { data: status } = useCallsStatus({ id: data?.id })
 */
export const useSendCalls = (preset?: NamespaceParameters) => useActionIn<SentCalls, PorticoError, SendCallsParameters>(sendCalls, preset)

export interface CallsStatusHookParameters extends NamespaceParameters {
  /** What `useSendCalls` answered; undefined as long as there is none. */
  readonly id: string | undefined
}

/**
 * How a batch stands, asked every second until it has come to its end.
 * @example
 * const { data } = useCallsStatus({ id: batchId })
 * const text = data?.status
 */
export function useCallsStatus({ id, namespace }: CallsStatusHookParameters): Answer<CallsStatus> {
  const portico = usePortico()
  const query = callsStatusQuery(portico, { id: id ?? '', ...(namespace && { namespace }) })
  return useAnswer(useQuery<CallsStatus>({ ...query, enabled: id !== undefined }), id !== undefined)
}

/**
 * Waits until a batch has come to its end: `mutate({ id })`.
 * @example
 * const { mutateAsync } = useWaitForCalls()
 * const { receipts } = await mutateAsync({ id: batchId })
 */
export const useWaitForCalls = (preset?: NamespaceParameters) =>
  useActionIn<CallsStatus, PorticoError, WaitForCallsParameters>(waitForCalls, preset)
