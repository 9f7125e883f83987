/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import * as client from './client/index.js'
import * as frame from './frame/index.js'
import * as door from './index.js'
import * as protocol from './protocol/index.js'

/** Everything but core, which the page has in any case. */
async function bundle(entry: string) {
  const build = await rolldown({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'browser',
    resolve: { conditionNames: ['@portico/source', 'module', 'browser', 'import', 'production'] },
    external: [/^@portico\/core(\/|$)/],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

const size = (chunks: readonly { readonly code: string }[]) => gzipSync(chunks.map(({ code }) => code).join('\n')).length

test('each door has what it is for', () => {
  expect(Object.keys(door)).toEqual(['embedded'])
  expect(Object.keys(protocol).toSorted()).toEqual([
    'answers',
    'events',
    'failure',
    'fitsMethod',
    'isListedMethod',
    'isSafeMethod',
    'isSigningMethod',
    'message',
    'protocolVersion',
    'readAppMessage',
    'readFrameMessage',
    'requests',
    'safeMethods',
    'signingMethods',
    'supportedNetworks',
    'surfaceHeights',
  ])
  expect(Object.keys(frame)).toEqual(['openFrameChannel'])
  expect(Object.keys(client).toSorted()).toEqual([
    'AccountTypeError',
    'CodeInPageError',
    'EmailCooldownError',
    'FrameLoadError',
    'FrameRequestAbortedError',
    'FrameRequestError',
    'FrameTimeoutError',
    'NotLoggedInError',
    'RpcNotAllowedError',
    'createFrameClient',
    'loadTimeout',
    'requestTimeout',
    'signOutTimeout',
  ])
})

test('the limits are those that sites rely on, in milliseconds', () => {
  expect([client.loadTimeout, client.requestTimeout, client.signOutTimeout]).toEqual([20_000, 30_000, 3_000])
})

describe('bytes', () => {
  test('what a page loads at once is 1 kB gzip, and what a login loads less than 12,180 bytes with everything but core', async () => {
    const chunks = await bundle('./index.ts')
    const lazy = chunks.filter(({ isDynamicEntry }) => isDynamicEntry)
    const eager = chunks.filter(({ isDynamicEntry }) => !isDynamicEntry)
    const signIn = lazy.filter(({ facadeModuleId }) => facadeModuleId?.includes('signInNow'))
    const login = lazy.filter((chunk) => !signIn.includes(chunk))
    expect([login.length, signIn.length, eager.length]).toEqual([1, 1, 1])
    expect(size(eager)).toBeLessThanOrEqual(1_100)
    expect(size(login)).toBeLessThan(12_180)
    expect(size(signIn)).toBeLessThan(1_000) // where a site signs its visitors in
    expect(
      eager
        .flatMap(({ modules }) => Object.keys(modules))
        .map((module) => module.replace(/.*\/src\//, ''))
        .toSorted(),
    ).toEqual(['embedded.ts', 'index.ts'])
  }, 60_000)

  test('the frame’s end is less than 8 kB gzip', async () => {
    expect(size(await bundle('./frame/index.ts'))).toBeLessThan(8_000)
  }, 60_000)
})

test('S2: nothing is ever posted to every origin', () => {
  for (const file of ['./frame/channel.ts', './client/client.ts', './client/frame.ts']) {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).not.toMatch(/postMessage\([^)]*['"`]\*['"`]/)
  }
})
