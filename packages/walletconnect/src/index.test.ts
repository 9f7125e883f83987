/// <reference types="node" />
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import * as client from './client/index.js'
import * as door from './index.js'
import * as provider from './provider/index.js'
import * as wallet from './wallet/index.js'

async function bundle(entry: string) {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'browser',
    external: [/^@portico\/core(\/|$)/], // every page of Portico has it, as in the size budgets
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

const size = (chunks: readonly Chunk[]) => gzipSync(chunks.map(({ code }) => code).join('\n')).length
const modulesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ modules }) => Object.keys(modules))

const errors = [
  'ClientClosedError',
  'MalformedMessageError',
  'OutOfScopeError',
  'PairingUriError',
  'PeerError',
  'ProposalExpiredError',
  'RelayError',
  'RequestExpiredError',
  'SessionEndedError',
  'SessionNotFoundError',
  'SettlementError',
]

test('each door has what it is for', () => {
  expect(Object.keys(door)).toEqual(['walletConnect'])
  expect(Object.keys(client).toSorted()).toEqual(
    [...errors, 'addressOfAccount', 'authMessage', 'chainOfAccount', 'createDapp', 'formatUri', 'parseUri', 'uriLifetime'].toSorted(),
  )
  expect(Object.keys(wallet).toSorted()).toEqual(
    [...errors, 'addressOfAccount', 'chainOfAccount', 'codes', 'createWalletClient'].toSorted(),
  )
  expect(Object.keys(provider).toSorted()).toEqual([
    'ChainNotApprovedError',
    'ChainProviderNotFoundError',
    'ClientNotReadyError',
    'NamespaceNotConfiguredError',
    'NoRpcUrlError',
    'NotConnectedError',
    'RpcError',
    'SessionNotReadyError',
    'createBitcoinProvider',
    'createEip155Provider',
    'createSolanaWallet',
    'createUniversalProvider',
  ])
})

describe('bytes', () => {
  test('what a page loads at once is less than 1.25 kB gzip, without the client or any cryptography', async () => {
    const chunks = await bundle('./index.ts')
    const eager = reachable(
      chunks,
      chunks.find(({ isEntry }) => isEntry),
    )
    expect(size(eager)).toBeLessThan(1_280)
    expect(modulesOf(eager).filter((module) => /node_modules|src\/(client|peer|relay|crypto|provider)\//.test(module))).toEqual([])
  }, 60_000)

  test('connecting takes less than 30 kB gzip, and each chain family’s own part less than 2 kB', async () => {
    const chunks = await bundle('./index.ts')
    const find = (part: string) => chunks.find(({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId?.includes(part))
    const opened = reachable(chunks, find('connector/open'))
    expect(size(opened)).toBeLessThan(30 * 1_000)
    expect(modulesOf(opened).filter((module) => module.includes('@noble/curves'))).toEqual([])
    for (const part of ['provider/eip155', 'provider/solana', 'provider/bip122', 'client/signIn']) {
      const own = reachable(chunks, find(part)).filter((chunk) => !opened.includes(chunk))
      expect(size(own)).toBeLessThan(2_048)
    }
  }, 60_000)
})

test.each([
  undefined,
  null,
  5,
  '',
  'https://relay.example',
  [],
  [null],
  ['wss://a.example', 'wss://a.example'],
  new URL('wss://relay.example'),
])('a relay that is %o is a typed error that names the option', (relayUrl) => {
  expect(() => door.walletConnect({ relayUrl: relayUrl as string })).toThrow(
    expect.objectContaining({ name: 'InvalidOptionError', option: 'relayUrl' }) as Error,
  )
})

test.each<[string, object | null]>([
  ['relayUrl', null],
  ['projectId', { projectId: 5 }],
  ['attestation', { attestation: Promise.resolve('') }],
  ['openLink', { openLink: 'lumen://' }],
  ['WebSocket', { WebSocket: {} }],
  ['storage', { storage: 'local' }],
  ['storage.getItem', { storage: new Map() }],
  ['metadata', { metadata: 'Shop' }],
  ['metadata.name', { metadata: { name: 5 } }],
  ['metadata.url', { metadata: { url: new URL('https://shop.example') } }],
  ['metadata.icons', { metadata: { icons: 'https://shop.example/icon.png' } }],
  ['metadata.icons[1]', { metadata: { icons: ['/icon.png', null] } }],
  ['metadata.redirect', { metadata: { redirect: 'shop://' } }],
  ['methods', { methods: ['eth_sign'] }],
  ['methods.eip155', { methods: { eip155: 'eth_sign' } }],
  ['methods.eip155:1', { methods: { 'eip155:1': ['eth_sign'] } }],
])('where %s is wrong, an error names it: %o', (option, given) => {
  const options = given && { relayUrl: 'wss://relay.example', ...given }
  expect(() => door.walletConnect(options as never)).toThrow(expect.objectContaining({ name: 'InvalidOptionError', option }) as Error)
})
