import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ListenError } from '@portico/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite } from './test/site.js'

const program = fileURLToPath(new URL('../../bin/secure-site.mjs', import.meta.url))
const key = Buffer.alloc(32, 1).toString('base64')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-secure-site-'))
  const entry = { file: 'main.js', imports: [] }
  const manifest = {
    entries: { frame: entry, window: entry },
    files: { 'main.js': { integrity: 'sha384-AAAA', type: 'text/javascript' } },
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'main.js'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program; `until` looks at what it has said so far. */
function run(more: Record<string, string> = {}, args: readonly string[] = []) {
  const network = {
    id: 'eip155:1',
    name: 'Ethereum',
    rpcUrl: 'http://127.0.0.1:8545',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const own = {
    PORT: '0',
    PUBLIC_URL: 'https://secure.example',
    VAULT_URL: 'https://vault.example',
    DATABASE: join(folder, 'site.db'),
    KEYS: `k1:${key}`,
    INDEX_KEY: key,
    PROJECTS: JSON.stringify([{ id: 'demo', origins: ['https://shop.example'] }]),
    NETWORKS: JSON.stringify([network]),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'wallet@secure.example',
    PAGE: folder,
    ...more,
  }
  const env = Object.fromEntries(Object.entries(own).map(([name, value]) => [`PORTICO_SECURE_SITE_${name}`, value]))
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...env, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (chunk: Buffer): void => {
        said += String(chunk)
        const found = pattern.exec(said)
        if (found) resolve(found[1] ?? '')
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      void ended.then(() => reject(new Error(said)))
    })
  return { child, until, ended, said: () => said }
}

test('starts with what the environment says, answers, and ends cleanly at a signal', async () => {
  const service = run({ METRICS_PORT: '0' })
  const url = await service.until(/"url":"([^"]+)"/)
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${url}/frame?projectId=demo&origin=https://shop.example`)).status).toBe(200)
  const [, metricsUrl] = /"metricsUrl":"([^"]+)"/.exec(service.said()) ?? []
  const numbers = await (await fetch(`${metricsUrl}/metrics`)).text()
  expect(numbers).toContain('portico_http_requests_total{method="GET",route="/frame",status="200"} 1\n')
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(service.said()).toContain('"event":"closed"')
})

test('the program backs up, restores into an empty place, verifies its audit and ends all sessions', async () => {
  const file = join(folder, 'site.backup')
  const command = async (args: readonly string[], more: Record<string, string> = {}): Promise<{ code: number | null; said: string }> => {
    const program = run(more, args)
    await program.until(/never/).catch(() => {})
    return { code: await program.ended, said: program.said() }
  }
  expect(await command(['backup', file])).toMatchObject({ code: 0, said: expect.stringContaining(`${file} is written.`) })
  expect(await command(['backup', file])).toMatchObject({ code: 1, said: expect.stringContaining('is there already') })
  const elsewhere = { DATABASE: join(folder, 'elsewhere.db') }
  const restored = await command(['restore', file], elsewhere)
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('is restored.\n') })
  expect(restored.said).toMatch(/All sessions are ended: .* since 20\d\d-\S+Z is as it was then: tell them\./)
  expect(await command(['restore', file], elsewhere)).toMatchObject({ code: 1 })
  expect(await command(['end-sessions'], elsewhere)).toMatchObject({ code: 0 })
  expect(await command(['verify-audit'], elsewhere)).toMatchObject({ code: 0, said: expect.stringContaining('are as they were written.') })
  const stranger = await command(['reset'])
  expect(stranger).toMatchObject({ code: 1 })
  expect(stranger.said).toContain('There is no command reset. There are: rotate, backups, verify-audit, backup, end-sessions, restore.')
}, 60_000)

test('says what is wrong with its environment, and does not start', async () => {
  const service = run({ KEYS: 'short', QUITE: 'true' })
  const rejected = await service.until(/never/).catch((error: unknown) => String(error))
  expect(rejected).toContain('PORTICO_SECURE_SITE_QUITE: no such variable')
  expect(rejected).toContain('PORTICO_SECURE_SITE_KEYS.0.bytes: not 32 bytes')
  expect(rejected).not.toContain('at ')
  expect(await service.ended).toBe(1)
})

test('a port that is taken is a typed error', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const site = await testSite(':memory:', { port: typeof address === 'object' && address ? address.port : 0 })
  await expect(site.listen()).rejects.toThrow(ListenError)
  await site.close()
  other.close()
})
