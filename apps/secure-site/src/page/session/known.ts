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
  readonly known: () => KnownWindow
}

/** Shows the way to the window that knows this browser. @throws AbortedError when the visitor or the site turned away */
export function createKnownEntry({ queue, stage, hostOrigin, surface, known }: KnownEntryOptions) {
  return async function connectKnown(id: string, signal: AbortSignal): Promise<void> {
    await queue.run(
      id,
      (turn) =>
        new Promise<void>((resolve, reject) => {
          turn.signal.addEventListener('abort', () => reject(turn.signal.reason))
          stage.show({
            kind: 'toWindow',
            origin: hostOrigin,
            known: known(),
            onDone: () => resolve(),
            onCancel: () => reject(new AbortedError()),
          })
          surface('code')
        }),
      { signal, own: true },
    )
  }
}
