import { openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { type Hex, encodeAbiParameters } from 'viem'
import { afterAll, expect, describe, test } from 'vitest'
import { chainOf } from '../providers/test/standIn.js'
import type { Multicall } from '../rpc/multicall.js'
import { indexerMigrations } from './tables.js'
import { createTokenNames } from './tokens.js'

const dollar = `0x${'d'.repeat(40)}`
const cats = `0x${'c'.repeat(40)}`
const words = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const six = encodeAbiParameters([{ type: 'uint8' }], [6])
const answers: Readonly<Record<string, readonly (Hex | undefined)[]>> = {
  [dollar]: [words('USD Coin'), words('USDC'), six],
  [cats]: [words('Cats'), words('CAT'), undefined],
}

describe.each(await databases(indexerMigrations))('on $name', ({ fresh, drop }) => {
  afterAll(drop)

  test('a node that did not answer for a token makes none of it a token without decimals for good', async () => {
    const db = openDatabase(await fresh())
    let now = 1_000_000
    let node: 'well' | 'silent' | 'away' = 'silent'
    let asked: string[] = []
    const multicall: Multicall = async (reads) => {
      if (node === 'away') throw new Error('away')
      asked.push(...new Set(reads.map(({ to }) => to)))
      return reads.map(({ to }, at) => (node === 'well' ? answers[to]?.[at % 3] : undefined))
    }
    const start = () => createTokenNames({ chain: chainOf(), number: 1, db, multicall, clock: () => now })
    let names = start()
    expect((await names([dollar])).get(dollar)).toMatchObject({ symbol: '', decimals: -1 })

    node = 'well'
    await names([dollar, cats]) // not at every look
    expect(asked).toEqual([dollar, cats])
    now += 600_000
    expect((await names([dollar])).get(dollar)).toEqual({ name: 'USD Coin', symbol: 'USDC', decimals: 6, iconUrl: '', isListed: false })

    names = start() // another process
    asked = []
    expect((await names([dollar, cats])).get(dollar)).toMatchObject({ symbol: 'USDC', decimals: 6 })
    expect(asked).toEqual([cats]) // collections have no decimals, and a name that stays when nobody answers
    now += 600_000
    node = 'silent'
    expect((await names([dollar, cats])).get(cats)).toMatchObject({ name: 'Cats', decimals: -1 })
    now += 600_000
    node = 'away'
    expect((await names([dollar, cats])).get(cats)).toMatchObject({ name: 'Cats', decimals: -1 })
    await expect(names([dollar, `0x${'e'.repeat(40)}`])).rejects.toThrow('away')
    await db.destroy()
  })
})
