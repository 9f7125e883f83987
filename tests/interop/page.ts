// The package, not what Node has under this name: hence the slash.
import { Buffer } from 'buffer/'
import { rows, type RowName } from './rows.js'
import { runRow, type Outcome } from './runRow.js'

// Both sides of a row in one page. What Node has of the row is called through these, which the test puts there.
declare global {
  interface Window {
    readonly interopTell: (outcome: Outcome) => Promise<void>
    readonly interopDrop: () => Promise<void>
    readonly interopPublished: () => Promise<number>
    interopRun: (row: RowName, urls: { readonly relayUrl: string; readonly nodeUrl: string }) => Promise<void>
  }
}

// The official clients look for Node's, in a page as well.
Object.assign(globalThis, { Buffer, process: { env: {} } })

window.interopRun = async (row, urls) => {
  const told: Promise<void>[] = []
  const environment = { ...urls, storage: localStorage, drop: window.interopDrop, published: window.interopPublished }
  await runRow(rows[row], environment, (outcome) => void told.push(window.interopTell(outcome)))
  await Promise.all(told)
}
