/// <reference types="node" />
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import * as door from './index.js'
import * as networks from './networks.js'

async function bundle(entry: string) {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'browser',
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

describe('the door', () => {
  test('has one export, and the networks are the other door', () => {
    expect(Object.keys(door)).toEqual(['evm'])
    expect(Object.keys(networks).toSorted()).toEqual([
      'arbitrum',
      'arbitrumSepolia',
      'avalanche',
      'base',
      'baseSepolia',
      'bsc',
      'celo',
      'gnosis',
      'linea',
      'mainnet',
      'optimism',
      'optimismSepolia',
      'polygon',
      'polygonAmoy',
      'scroll',
      'sepolia',
      'zora',
    ])
  })
})

describe('bytes', () => {
  test('what a page loads at once stays below 1.5 kB brotli, without wagmi, viem, zod or the implementation', async () => {
    const chunks = await bundle('./index.ts')
    const eager = reachable(
      chunks,
      chunks.find(({ isEntry }) => isEntry),
    )
    expect(brotliCompressSync(codeOf(eager)).length).toBeLessThan(1_536)
    expect(modulesOf(eager).filter((module) => /node_modules|implementation|src\/listen|src\/discover/.test(module))).toEqual([])
  }, 60_000)

  test('listing wallets takes less than 3 kB gzip, connecting one less than 35 kB with wagmi and viem', async () => {
    const chunks = await bundle('./index.ts')
    const find = (part: string) => chunks.find(({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId?.includes(part))
    const listen = reachable(chunks, find('src/listen/index'))
    const implementation = reachable(chunks, find('src/implementation/index'))
    expect(gzipSync(codeOf(listen)).length).toBeLessThan(3 * 1_024)
    expect(modulesOf(listen).filter((module) => module.includes('node_modules'))).toEqual([])
    expect(gzipSync(codeOf(implementation)).length).toBeLessThan(35 * 1_024)
  }, 60_000)

  test('networks that are not used are not shipped', async () => {
    const chunks = await bundle('./test/oneNetwork.ts')
    expect(codeOf(chunks)).toContain('Base')
    expect(codeOf(chunks)).not.toMatch(/Polygon|Sepolia|Etherscan'/)
    expect(codeOf(chunks).length).toBeLessThan(600)
  }, 60_000)
})
