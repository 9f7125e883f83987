// Publishes the packages: builds and packs them, holds the tarballs to the rules, writes a bill of materials, and hands to npm what is not
// there yet, each package after those that it stands on. CI alone runs it (.github/workflows/release.yml); `pnpm hosts` runs it against a
// registry on loopback.
//
//   node scripts/release.mjs [--registry <url>] [--provenance] [--built] [--out <folder>]
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackages, packPackages } from './lib/build.mjs'
import { createProcesses, onInterrupt } from './lib/processes.mjs'
import { at, pnpm, root } from './lib/workspace.mjs'
import { checkPacked } from './packaging/check.mjs'

const { values } = parseArgs({
  options: { registry: { type: 'string' }, provenance: { type: 'boolean' }, built: { type: 'boolean' }, out: { type: 'string' } },
})
const registry = values.registry ?? 'https://registry.npmjs.org'
const out = values.out ?? at('artifacts/release')
const processes = createProcesses()
onInterrupt(() => processes.stopAll())

try {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  if (!values.built && !(await buildPackages(processes, { clean: true }))) throw new Error('The packages do not build.')
  const packed = await packPackages(processes, out)
  const problems = await checkPacked(packed)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const [command, ...args] = pnpm()
  await run(command, [...args, 'sbom', '--sbom-format', 'cyclonedx', '--prod', '--lockfile-only', '--out', join(out, 'sbom.cdx.json')])
  for (const { name, tarball, manifest } of inOrder(packed)) {
    if (await isPublished(name, manifest.version)) {
      console.log(`${name}@${manifest.version} is there already`)
      continue
    }
    const { code, output } = await npm([
      'publish',
      tarball,
      '--access',
      'public',
      '--ignore-scripts',
      ...(values.provenance ? ['--provenance'] : []),
    ])
    if (code !== 0) throw new Error(`${name} was not published:\n${output}`)
    console.log(`${name}@${manifest.version} is published`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @throws Error where the registry says neither yes nor no */
async function isPublished(/** @type {string} */ name, /** @type {string} */ version) {
  const response = await fetch(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}`)
  if (response.status === 404) return false
  if (!response.ok) throw new Error(`The registry answered ${response.status} when asked for ${name}.`)
  const { versions = {} } = await response.json()
  return Object.hasOwn(versions, version)
}

function npm(/** @type {string[]} */ words) {
  return processes.run('npm', [...words, '--registry', registry], { cwd: root, quiet: true })
}

async function run(/** @type {string} */ command, /** @type {string[]} */ args) {
  const { code, output } = await processes.run(command, args, { cwd: root, quiet: true })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`)
}

/**
 * A package comes after those of ours that it stands on: nobody finds one that cannot be installed.
 * @template {{ name: string, manifest: any }} Packed
 * @param {readonly Packed[]} packed @returns {Packed[]}
 */
function inOrder(packed) {
  /** @type {Set<Packed>} */
  const done = new Set()
  const visit = (/** @type {Packed} */ one) => {
    if (done.has(one)) return
    for (const name of Object.keys(one.manifest.dependencies ?? {})) {
      const needed = packed.find((other) => other.name === name)
      if (needed) visit(needed)
    }
    done.add(one)
  }
  for (const one of packed) visit(one)
  return [...done]
}
