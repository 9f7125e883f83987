// A dry run of a release: the versions that the changesets ask for, packed and published by the release script into a registry on loopback.
// The tree itself stays as it is: all of it happens in a copy.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildPackages } from '../../scripts/lib/build.mjs'
import { startPublishRegistry } from '../../scripts/lib/registry.mjs'
import { at, pnpm, readJson, workspacePackages } from '../../scripts/lib/workspace.mjs'

/** @typedef {ReturnType<typeof import('../../scripts/lib/processes.mjs').createProcesses>} Processes */

/** Nothing that tells where a copy of the tree is installed, or what else it was used for. */
const left = new Set(['node_modules', '.git', '.ci', 'artifacts', '.turbo', 'test-results'])

/**
 * @param {Processes} processes @param {string} folder for the copy @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ registry: Awaited<ReturnType<typeof startPublishRegistry>>, version: string }>}
 * @throws Error with the output of the step that failed
 */
export async function releaseLocally(processes, folder, env) {
  if (!(await buildPackages(processes, { clean: true }))) throw new Error('The packages do not build.')
  copyTree(folder)
  const run = async (/** @type {string} */ command, /** @type {string[]} */ args) => {
    const { code, output } = await processes.run(command, args, { cwd: folder, env, quiet: true })
    if (code !== 0) throw new Error(`${basename(command)} ${args.join(' ')} ended with ${code}:\n${output.slice(-3000)}`)
    return output
  }
  // Changesets asks git who wrote what.
  const git = (/** @type {string[]} */ ...args) => run('git', ['-c', 'user.name=dry', '-c', 'user.email=dry@localhost', ...args])
  await git('init', '-q', '-b', 'main')
  await git('add', '.changeset', 'package.json')
  await git('commit', '-qm', 'dry run')
  await run(process.execPath, [at('node_modules/@changesets/cli/bin.js'), 'version'])

  const upstream = (await run('npm', ['config', 'get', 'registry'])).trim().split('\n').at(-1) ?? ''
  const registry = await startPublishRegistry({ upstream })
  const { host } = new URL(registry.url)
  try {
    const args = ['scripts/release.mjs', '--built', '--registry', registry.url, '--out', join(folder, 'released')]
    // npm publishes for somebody who has logged in; this registry takes any name.
    const login = {
      [`npm_config_//${host}/:_authToken`]: 'dry-run',
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      npm_execpath: pnpm().at(-1),
    }
    const { code, output } = await processes.run(process.execPath, args, { cwd: folder, env: { ...env, ...login }, quiet: true })
    if (code !== 0) throw new Error(`The release script ended with ${code}:\n${output.slice(-3000)}`)
    const { version } = readJson(join(folder, 'packages/core/package.json'))
    const versions = new Set(registry.published().map((one) => one.split('@').at(-1)))
    if (versions.size !== 1 || !versions.has(version))
      throw new Error(`Not all packages have version ${version}: ${registry.published().join(', ')}`)
    if (!existsSync(join(folder, 'released/sbom.cdx.json'))) throw new Error('The release has no bill of materials.')
    if (!readFileSync(join(folder, 'packages/core/CHANGELOG.md'), 'utf8').includes(`## ${version}`))
      throw new Error('The release has no changelog.')
    return { registry, version }
  } catch (error) {
    await registry.close()
    throw error
  }
}

/** What a release reads: the packages with what was built, the manifests of the rest, scripts and changesets. */
function copyTree(/** @type {string} */ folder) {
  const copy = (/** @type {string} */ path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(at(path), join(folder, path), { recursive: true, filter: (file) => !left.has(basename(file)) })
  }
  for (const path of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'LICENSE', 'scripts', '.changeset']) copy(path)
  const all = workspacePackages()
  for (const { folder: one } of all) copy(one.startsWith('packages/') ? one : `${one}/package.json`)
  // Nothing is installed there, and nothing may be: links would lead out of the copy, into the tree's own packages.
  const settings = join(folder, 'pnpm-workspace.yaml')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('verifyDepsBeforeRun: install', 'verifyDepsBeforeRun: false'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(at('node_modules/@changesets'), join(folder, 'node_modules/@changesets')) // the changelog's format
  // pnpm reads the version of a neighbour where it is installed.
  const places = new Map(all.map(({ manifest, folder: one }) => [manifest.name, join(folder, one)]))
  for (const { folder: one, manifest } of all.filter(({ folder: each }) => each.startsWith('packages/'))) {
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      const target = places.get(name)
      if (!target) continue
      const link = join(folder, one, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(target, link)
    }
  }
}
