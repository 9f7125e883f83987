/// <reference types="node" />
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import * as door from './index.js'
import * as kit from './kit.js'
import * as networks from './networks.js'
import * as walletAdapterDoor from './wallet-adapter.js'
import * as oneNetwork from './test/oneNetwork.js'
import * as web3js from './web3js.js'

async function bundle(entry: string, external: readonly RegExp[] = []) {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@portico/source', 'module', 'browser', 'import', 'production'] },
    external: [...external],
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

const entryOf = (chunks: readonly Chunk[]) =>
  reachable(
    chunks,
    chunks.find(({ isEntry }) => isEntry),
  )
const codeOf = (chunks: readonly Chunk[]) => chunks.map(({ code }) => code).join('\n')
const modulesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ modules }) => Object.keys(modules))
const core = [/^@portico\/core$/]

describe('the doors', () => {
  test('have these exports', () => {
    expect(Object.keys(door).toSorted()).toEqual([
      'AccountChangedError',
      'EndpointError',
      'TransactionExpiredError',
      'TransactionMessageError',
      'signIn',
      'solana',
    ])
    expect(Object.keys(networks).toSorted()).toEqual(['solana', 'solanaDevnet', 'solanaTestnet'])
    expect(Object.keys(web3js)).toEqual(['createWeb3jsSigner'])
    expect(Object.keys(kit).toSorted()).toEqual(['createKitSendingSigner', 'createKitSigner'])
    expect(Object.keys(walletAdapterDoor)).toEqual(['walletAdapter'])
  })

  test('bring no library that the host did not choose', async () => {
    const main = modulesOf(await bundle('./index.ts'))
    expect(main.filter((module) => /@solana|wallet-adapter-base|bs58|buffer\//.test(module))).toEqual([])
    const ofKit = modulesOf(await bundle('./kit.ts'))
    expect(ofKit.filter((module) => /@solana\/(web3\.js|wallet-adapter-base)|bn\.js|borsh/.test(module))).toEqual([])
    expect(ofKit.some((module) => /@solana\/transactions/.test(module))).toBe(true)
    const ofWeb3js = modulesOf(await bundle('./web3js.ts'))
    expect(
      ofWeb3js.filter((module) => /@solana\/(kit|signers|transactions|transaction-messages|wallet-adapter-base)\//.test(module)),
    ).toEqual([])
    expect(ofWeb3js.some((module) => /@solana\/web3\.js/.test(module))).toBe(true)
  }, 60_000)

  test('web3.js waits behind the wallet-adapter door until something is signed', async () => {
    const chunks = await bundle('./wallet-adapter.ts')
    expect(modulesOf(entryOf(chunks)).filter((module) => module.includes('node_modules'))).toEqual([])
    expect(gzipSync(codeOf(await bundle('./wallet-adapter.ts', [/^@solana\//, ...core]))).length).toBeLessThan(4 * 1_024)
  }, 60_000)
})

describe('bytes', () => {
  const find = (chunks: readonly Chunk[], part: string) =>
    chunks.find(({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId?.includes(part))

  test('what a page loads at once stays below 1.5 kB brotli, without a library or the implementation', async () => {
    const eager = entryOf(await bundle('./index.ts'))
    expect(brotliCompressSync(codeOf(eager)).length).toBeLessThan(1_536)
    expect(modulesOf(eager).filter((module) => /node_modules|src\/implementation|src\/discover/.test(module))).toEqual([])
  }, 60_000)

  test('listing wallets takes less than 3 kB gzip, connecting one less than 8 kB, the rest less than 11.75 kB; the curve comes with the first signature', async () => {
    const chunks = await bundle('./index.ts', core)
    const discover = reachable(chunks, find(chunks, 'src/discover/index'))
    const implementation = reachable(chunks, find(chunks, 'src/implementation/index'))
    expect(gzipSync(codeOf(discover)).length).toBeLessThan(3 * 1_024)
    const actions = reachable(chunks, find(chunks, 'src/implementation/actions')).filter(
      (chunk) => !implementation.includes(chunk) && !discover.includes(chunk),
    )
    expect(gzipSync(codeOf(implementation)).length).toBeLessThan(8 * 1_024)
    expect(actions.length).toBeGreaterThan(0)
    // A part of it is core's storage, which stands in a page's first file already.
    expect(gzipSync(codeOf(actions)).length).toBeLessThan(11.75 * 1_024)
    expect(modulesOf([...implementation, ...actions]).filter((module) => module.includes('@noble'))).toEqual([])
    expect(
      modulesOf(discover)
        .filter((module) => module.includes('node_modules'))
        .every((module) => module.includes('@wallet-standard')),
    ).toBe(true)
  }, 60_000)

  test('networks that are not used are not shipped', async () => {
    expect(Object.keys(oneNetwork)).toEqual(['solanaDevnet'])
    const chunks = await bundle('./test/oneNetwork.ts')
    expect(codeOf(chunks)).toContain('devnet')
    expect(codeOf(chunks)).not.toMatch(/mainnet|testnet\.solana/)
    expect(codeOf(chunks).length).toBeLessThan(600)
  }, 60_000)
})
