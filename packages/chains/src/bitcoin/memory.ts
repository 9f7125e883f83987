import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { LedgerRecord } from './ledger.js'

const hexText = z.string().regex(/^[0-9a-f]+$/)
const record = z.object({
  blocks: z.array(z.object({ time: z.int().min(0), transactions: z.array(hexText) })),
  mempool: z.array(hexText),
})

/** The ledger that a file holds; undefined when there is none. @throws when the file holds something else */
export function loadRecord(file: string): LedgerRecord | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  return record.parse(JSON.parse(text))
}

/** Writes the whole ledger, so that a crash in between leaves the file before. */
export function saveRecord(file: string, ledger: LedgerRecord): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(ledger))
  renameSync(`${file}.new`, file)
}
