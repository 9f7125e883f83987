import { reportError, startErrorAnalytics } from '@portico/core/analytics'
import type { Portico } from '@portico/core'

/** Call it where your visitors have agreed, or where your law asks nobody to. */
export function sendErrors(portico: Portico) {
  const stop = startErrorAnalytics(portico)
  window.addEventListener('error', ({ error }) => {
    if (error instanceof Error) void reportError(portico, error)
  })
  return stop
}
