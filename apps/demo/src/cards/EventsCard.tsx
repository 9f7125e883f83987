import { isNamespace, type EventName, type PorticoEvents } from '@portico/core'
import { usePorticoEvent } from '@portico/react-ui'
import { useCallback, useState } from 'react'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { activity } from '../ui/glyphs.js'

interface Entry {
  readonly id: number
  readonly at: Date
  readonly name: EventName
  readonly says: string
}

const kept = 40
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** Everything the portico tells its host, as it happens. */
export function EventsCard() {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const note = useCallback((name: EventName, payload: PorticoEvents[EventName]) => {
    const values = Object.values(payload ?? {}).filter((value) => typeof value === 'string')
    // An id names its chain family itself.
    const says = (name === 'namespace.changed' ? values : values.filter((value) => !isNamespace(value))).join('  ')
    setEntries((before) => [{ id: (before[0]?.id ?? 0) + 1, at: new Date(), name, says }, ...before].slice(0, kept))
  }, [])
  usePorticoEvent('connection.connected', (payload) => note('connection.connected', payload))
  usePorticoEvent('connection.disconnected', (payload) => note('connection.disconnected', payload))
  usePorticoEvent('account.changed', (payload) => note('account.changed', payload))
  usePorticoEvent('namespace.changed', (payload) => note('namespace.changed', payload))
  usePorticoEvent('network.changed', (payload) => note('network.changed', payload))
  usePorticoEvent('network.unsupported', (payload) => note('network.unsupported', payload))
  usePorticoEvent('modal.opened', (payload) => note('modal.opened', payload))
  usePorticoEvent('modal.closed', (payload) => note('modal.closed', payload))

  return (
    <Card glyph={activity} title="Events" lead="What Portico tells the page, newest first.">
      {entries.length === 0 ? (
        <p className="m-empty">Nothing yet. Connect, or open a view.</p>
      ) : (
        <>
          <div className="m-log" role="log" aria-live="off" aria-label="Events" tabIndex={0}>
            <ol>
              {entries.map(({ id, at, name, says }) => (
                <li key={id}>
                  <time dateTime={at.toISOString()}>{time.format(at)}</time>
                  <div dir="ltr">
                    <strong>{name}</strong>
                    {says && <span>{says}</span>}
                  </div>
                </li>
              ))}
            </ol>
          </div>
          <div>
            <Button size="sm" tone="ghost" onClick={() => setEntries([])}>
              Clear
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
