// Builds and packs the published packages.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { environment, pnpm, publishedPackages, root } from './workspace.mjs'

/** @typedef {ReturnType<typeof import('./processes.mjs').createProcesses>} Processes */

/**
 * Builds `dist` of every published package; turbo skips what has not changed.
 * @param {Processes} processes @param {{ clean?: boolean }} [options] `clean` leaves nothing of a file that has gone from the source
 * @returns {Promise<boolean>}
 */
export async function buildPackages(processes, { clean = false } = {}) {
  if (clean) for (const { path } of publishedPackages()) rmSync(join(path, 'dist'), { recursive: true, force: true })
  const [command, ...args] = pnpm()
  const filters = publishedPackages().flatMap(({ manifest }) => ['--filter', manifest.name])
  const flags = ['--concurrency=2', '--continue', '--output-logs=errors-only', ...filters]
  const { code } = await processes.run(command, [...args, 'exec', 'turbo', 'run', 'build', ...flags], {
    cwd: root,
    env: environment(),
  })
  return code === 0
}

/**
 * Packs every published package as `pnpm publish` would. @returns {Promise<{ name: string, tarball: string, manifest: any }[]>}
 * @throws Error with pnpm's output
 */
export async function packPackages(/** @type {Processes} */ processes, /** @type {string} */ folder) {
  const [command, ...args] = pnpm()
  const packed = []
  for (const { manifest, path } of publishedPackages()) {
    const destination = join(folder, manifest.name.replace(/^@.*\//, ''))
    mkdirSync(destination, { recursive: true })
    const { code, output } = await processes.run(command, [...args, 'pack', '--pack-destination', destination], {
      cwd: path,
      quiet: true,
    })
    const tarball = readdirSync(destination).find((name) => name.endsWith('.tgz'))
    if (code !== 0 || !tarball) throw new Error(`${manifest.name} could not be packed:\n${output}`)
    packed.push({ name: manifest.name, tarball: join(destination, tarball), manifest })
  }
  return packed
}
