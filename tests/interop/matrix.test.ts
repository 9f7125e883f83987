import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createBoard } from './board.js'
import { cells } from './cells.js'
import { startServices, type Services } from './environment.js'
import { rows } from './rows.js'
import { runRow } from './runRow.js'
import type { Environment, Row } from './types.js'

// Every row runs from the start, beside the others: they wait far more than they work. A test waits for its cell.
const matrix = Object.values<Row>(rows).map((row) => ({ row, board: createBoard() }))
const services: Services[] = []
const running: Promise<void>[] = []

async function start({ row, board }: (typeof matrix)[number]) {
  const mine = await startServices()
  services.push(mine)
  const items = new Map<string, string>()
  const environment: Environment = {
    ...mine,
    WebSocket,
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
  }
  running.push(runRow(row, environment, board.tell))
}

beforeAll(async () => {
  process.env['DISABLE_GLOBAL_CORE'] = 'true' // several official clients in one process
  await Promise.all(matrix.map(start))
})
afterAll(async () => {
  await Promise.all(running)
  await Promise.all(services.map(({ stop }) => stop()))
})

for (const { row, board } of matrix) {
  describe(row.name, () => {
    for (const { name } of cells) {
      test(name, async ({ annotate }) => {
        const { error, ms } = await board.outcomeOf(name)
        await annotate(`${ms} ms`)
        expect(error).toBeUndefined()
      }, 120_000)
    }
  })
}
