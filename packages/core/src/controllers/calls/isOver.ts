import type { CallsStatus } from './capability.js'

/** Whether nothing more will become of a batch. */
export const isOver = ({ status }: Pick<CallsStatus, 'status'>): boolean => status >= 200

/** Whether all of it happened. */
export const isDone = ({ status }: Pick<CallsStatus, 'status'>): boolean => status >= 200 && status < 300
