import type { SurfacePurpose } from '@portico/core/embedded'
import type { KnownWindow } from '../screens/KnownBrowser.js'
import type { Stage } from '../screens/stage.js'
import { AbortedError } from './errors.js'
import type { RequestQueue } from './queue.js'

export interface KnownEntryOptions {
  readonly queue: RequestQueue
  readonly stage: Stage
  readonly hostOrigin: string
  readonly surface: (purpose: SurfacePurpose | undefined) => void
  /** @param attempt of the window that the site's page has opened */
  readonly known: (attempt?: string) => KnownWindow
}

/** Shows the way to the window that knows this browser, and meets the one that the site's page has opened. @throws AbortedError when the visitor or the site turned away */
export function createKnownEntry({ queue, stage, hostOrigin, surface, known }: KnownEntryOptions) {
  return async function connectKnown(id: string, signal: AbortSignal, attempt?: string): Promise<void> {
    const window = known(attempt)
    await queue.run(
      id,
      (turn) =>
        new Promise<void>((resolve, reject) => {
          turn.signal.addEventListener('abort', () => reject(turn.signal.reason))
          stage.show({
            kind: 'toWindow',
            origin: hostOrigin,
            known: window,
            onDone: () => resolve(),
            onCancel: () => reject(new AbortedError()),
          })
          surface('code')
        }),
      { signal, own: true },
    )
  }
}
