'use client'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { usePortico } from '../PorticoProvider.js'
import type { PanelProps } from './Panel.js'
import { warnOnce } from '../development/notes.js'

export { record, type RecordedEvent, type RecordedRequest, type Recording, type Step } from './record.js'

export interface DevtoolsProps {
  /** Whether the panel is open at first. Default false. */
  readonly open?: boolean
}

/**
 * A panel in the corner of the page with what a portico holds: states, events, requests, storage, and each step of the visit to look at
 * again. For development; its code loads when it is drawn. Put it below the provider. On the console it says which options there are not.
 * @example {import.meta.env.DEV && <Devtools />}
 */
export function Devtools({ open = false }: DevtoolsProps) {
  const portico = usePortico()
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>()
  useEffect(() => {
    warnOnce(portico)
    import('./Panel.js').then(
      ({ Panel: loaded }) => setPanel(() => loaded),
      (error: unknown) => console.error('Portico: the developer panel did not load', error),
    )
  }, [portico])
  return Panel ? <Panel open={open} /> : null
}
