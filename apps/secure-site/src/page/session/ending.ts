import type { SurfacePurpose } from '@portico/core/embedded'
import type { Stage } from '../screens/stage.js'

/** Milliseconds for which the visitor sees that a transaction was sent, and can go to the explorer, before the site's modal closes. */
export const shownFor = 3_000

export interface EndingOptions {
  readonly stage: Stage
  readonly surface: (purpose: SurfacePurpose | undefined) => void
}

/** Takes the page's place away once nothing is asked any more: at once, or after the visitor has seen that it was sent. */
export function createEnding({ stage, surface }: EndingOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    clearTimeout(timer)
    timer = undefined
    stage.show({ kind: 'empty' })
    surface(undefined)
  }
  return {
    /** So many requests are on the screen or wait. */
    changed(open: number): void {
      clearTimeout(timer)
      timer = undefined
      if (open > 0) return
      if (stage.state().screen.kind === 'sent') timer = setTimeout(leave, shownFor)
      else leave()
    },
    /** The visitor, or the site, has seen enough of it. Nothing that is asked goes with it. */
    close(): void {
      if (timer !== undefined) leave()
    },
  }
}

/** Where an explorer shows a transaction; undefined where the operator has named none, or the answer of the node is no hash. */
export function explorerLink(explorerUrl: string | undefined, sent: unknown): string | undefined {
  const named: unknown = typeof sent === 'object' && sent !== null && 'signature' in sent ? sent.signature : sent
  if (explorerUrl === undefined || typeof named !== 'string' || !/^(0x[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/.test(named))
    return undefined
  const url = URL.canParse(explorerUrl) ? new URL(explorerUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.pathname = `${url.pathname.replace(/\/$/, '')}/tx/${named}`
  return url.href
}
