/// <reference types="node" />
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import * as door from './index.js'
import * as networks from './networks.js'

async function bundle(entry: string) {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'browser',
    external: [/^@portico\/core/],
    resolve: { conditionNames: ['@portico/source', 'module', 'browser', 'import', 'production'] },
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

type Chunk = Awaited<ReturnType<typeof bundle>>[number]

/** The chunks that a page fetches together with one of them. */
function reachable(chunks: readonly Chunk[], from: Chunk | undefined, seen = new Set<Chunk>()): readonly Chunk[] {
  if (!from || seen.has(from)) return [...seen]
  seen.add(from)
  for (const file of from.imports)
    reachable(
      chunks,
      chunks.find(({ fileName }) => fileName === file),
      seen,
    )
  return [...seen]
}

const codeOf = (chunks: readonly Chunk[]) => chunks.map(({ code }) => code).join('\n')
const modulesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ modules }) => Object.keys(modules))
const sizeOf = (chunks: readonly Chunk[]) => gzipSync(codeOf(chunks)).length

describe('the door', () => {
  test('has one export, and the networks are the other door', () => {
    expect(Object.keys(door)).toEqual(['bitcoin'])
    expect(Object.keys(networks).toSorted()).toEqual(['bitcoin', 'bitcoinSignet', 'bitcoinTestnet'])
  })
})

describe('bytes', () => {
  test('what a page loads at once stays below 1 kB gzip, without the code that lists or talks to wallets', async () => {
    const chunks = await bundle('./index.ts')
    const eager = reachable(
      chunks,
      chunks.find(({ isEntry }) => isEntry),
    )
    expect(sizeOf(eager)).toBeLessThan(1_024)
    expect(modulesOf(eager).filter((module) => /node_modules|implementation|src\/(discover|actions|psbt)/.test(module))).toEqual([])
  }, 60_000)

  test('listing wallets takes less than 2 kB gzip, and everything up to a connected wallet less than 8 kB, whichever wallet it is', async () => {
    const chunks = await bundle('./index.ts')
    const find = (part: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.includes(part))
    expect(sizeOf(reachable(chunks, find('src/discover/index')))).toBeLessThan(2 * 1_024)
    for (const driver of ['standard', 'satsConnect', 'leather', 'unisat']) {
      const loaded = new Set(
        ['src/index.ts', 'src/discover/index', 'src/implementation/index', `src/implementation/drivers/${driver}`].flatMap((part) =>
          reachable(chunks, find(part)),
        ),
      )
      expect(sizeOf([...loaded])).toBeLessThan(8 * 1_024)
      expect(modulesOf([...loaded]).filter((module) => /node_modules|src\/(actions|psbt)/.test(module))).toEqual([])
    }
  }, 60_000)

  test('what reads and writes transactions is one chunk that nothing else is in, and no other has code of a library', async () => {
    const chunks = await bundle('./index.ts')
    const psbt = chunks.filter((chunk) => modulesOf([chunk]).some((module) => module.includes('node_modules')))
    expect(psbt.map(({ facadeModuleId }) => facadeModuleId?.includes('src/psbt/index'))).toEqual([true])
    expect(chunks.filter(({ imports }) => imports.includes(psbt[0]?.fileName ?? ''))).toEqual([])
    expect(sizeOf(psbt)).toBeLessThan(50 * 1_024)
  }, 60_000)
})
