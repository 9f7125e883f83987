import { mostPerMinute, mostWaiting } from '../../server/api.js'
import { QueueFullError, TooManyRequestsError } from './errors.js'
import type { Place, Places } from './places.js'

/** The line of one wallet and site as the server keeps it, for as many frames as a test has. */
export function memoryPlaces(now: () => number = Date.now) {
  let times: number[] = []
  let line: string[] = []
  let count = 0
  const spent: string[] = []
  const places: Places & { readonly spent: readonly string[]; readonly open: () => number; readonly lose: (id: string) => void } = {
    async take(): Promise<Place> {
      const at = now()
      times = times.filter((time) => time > at - 60_000 && time <= at)
      const [oldest] = times
      if (times.length >= mostPerMinute && oldest !== undefined)
        throw new TooManyRequestsError({ retryAfter: Math.ceil((oldest + 60_000 - at) / 1000) })
      if (line.length > mostWaiting) throw new QueueFullError()
      times.push(at)
      const id = String(++count)
      line.push(id)
      return { id, turn: line[0] === id, left: 3_000_000 }
    },
    hold: async (ids) => ({ turn: ids.find((id) => id === line[0]) ?? null, over: ids.filter((id) => !line.includes(id)) }),
    async end(ids) {
      line = line.filter((id) => !ids.includes(id))
    },
    async spend(id) {
      spent.push(id)
      return true
    },
    spent,
    open: () => line.length,
    lose: (id) => void (line = line.filter((each) => each !== id)),
  }
  return places
}
