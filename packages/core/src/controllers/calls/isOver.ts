import type { CallsStatus } from './capability.js'

/**
 * Whether nothing more will become of a batch.
 * @example if (isOver(await getCallsStatus(portico, { id }))) stopAsking()
 */
export const isOver = ({ status }: Pick<CallsStatus, 'status'>): boolean => status >= 200

/**
 * Whether all of it happened.
 * @example
 * const outcome = await waitForCalls(portico, { id })
 * if (isDone(outcome)) celebrate()
 */
export const isDone = ({ status }: Pick<CallsStatus, 'status'>): boolean => status >= 200 && status < 300
