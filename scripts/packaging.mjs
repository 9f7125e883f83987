// Builds and packs the published packages, and holds the tarballs to our rules, publint and attw.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages, packPackages } from './lib/build.mjs'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { at, root } from './lib/workspace.mjs'
import { checkPacked } from './packaging/check.mjs'

const processes = createProcesses()
const scratch = mkdtempSync(join(tmpdir(), 'portico-packaging-'))
const clean = () => rmSync(scratch, { recursive: true, force: true })
onInterrupt(async () => {
  await processes.stopAll()
  clean()
})

let failed = !(await buildPackages(processes, { clean: true }))
try {
  const packed = await packPackages(processes, scratch)
  const problems = await checkPacked(packed)
  for (const problem of problems) console.error(problem)
  failed ||= problems.length > 0
  for (const { name, tarball, manifest } of packed) {
    // A program has no doors.
    if (!manifest.exports) continue
    const styles = Object.keys(manifest.exports).filter((door) => door.endsWith('.css'))
    // No CommonJS is published, and a style sheet has no types.
    const attw = [tarball, '--profile', 'esm-only', ...(styles.length > 0 ? ['--exclude-entrypoints', ...styles] : [])]
    const checks = /** @type {const} */ ([
      ['publint', ['run', tarball, '--strict']],
      ['attw', attw],
    ])
    for (const [tool, args] of checks) {
      const { code, output } = await processes.run(at('node_modules/.bin', tool), [...args], { cwd: root, quiet: true })
      // attw is content with a package that has no types at all.
      const ok = code === 0 && !/does not contain types/.test(output)
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${tool.padEnd(7)} ${name}`)
      if (!ok) console.log(output)
      failed ||= !ok
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  failed = true
}
clean()
process.exitCode = failed ? 1 : 0
