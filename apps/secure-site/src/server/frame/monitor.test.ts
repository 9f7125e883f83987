import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { hostOrigin, testSite } from '../test/site.js'
import type { BuiltPage } from './page.js'

const monitor = fileURLToPath(new URL('../../../scripts/monitor.mjs', import.meta.url))
const hashOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`
const script = 'console.log(1)'

/** Serves a script under the name of the released one, and compares. @returns the monitor's exit code and what it said */
async function compare(served: string, integrity = hashOf(served)): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-monitor-'))
  const released = join(folder, 'hashes.json')
  await writeFile(released, JSON.stringify({ files: { '/assets/frame-1.js': hashOf(script) } }))
  const file = { body: new TextEncoder().encode(served), type: 'text/javascript', integrity }
  const page: BuiltPage = {
    files: new Map([['frame-1.js', file]]),
    entries: { frame: { file: 'frame-1.js', imports: [] }, window: { file: 'frame-1.js', imports: [] } },
  }
  const site = await testSite(':memory:', { page, port: 0 })
  const url = await site.listen()
  onTestFinished(async () => {
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })
  return new Promise((resolve) => {
    const query = String(new URLSearchParams({ projectId: 'demo', origin: hostOrigin }))
    const child = execFile(process.execPath, [monitor, url, released, query], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })
}

test('S44: the monitor is content with what was released', async () => {
  expect(await compare(script)).toEqual({ code: 0, said: '1 files are as released\n' })
})

test('S44: one changed byte is an alarm, with the changed hash in the document or without', async () => {
  const changed = 'console.log(2)'
  const honest = await compare(changed)
  expect(honest.code).toBe(1)
  expect(honest.said).toContain(`/assets/frame-1.js: is ${hashOf(changed)}, released was ${hashOf(script)}`)
  expect(honest.said).toContain('/frame: loads /assets/frame-1.js')
  expect((await compare(changed, hashOf(script))).code).toBe(1)
  expect((await compare(script, hashOf(changed))).code).toBe(1)
  recordPromise({ id: 'S44', name: 'changed bytes that the monitor did not notice', runs: 3, accepted: 0 })
})
