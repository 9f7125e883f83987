// Holds packed packages to the rules.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, readJson, root, workspacePackages } from '../lib/workspace.mjs'
import { checkChangesets, checkFiles, checkFixed, checkMetadata } from './rules.mjs'

/** @param {readonly { name: string, tarball: string, manifest: any }[]} packed @returns {Promise<string[]>} problems */
export async function checkPacked(packed) {
  const rootManifest = readJson(at('package.json'))
  const folders = new Map(workspacePackages().map(({ folder, manifest }) => [manifest.name, folder]))
  const problems = packed.flatMap(({ name, tarball, manifest }) =>
    [...checkMetadata(manifest, folders.get(name) ?? '', rootManifest), ...checkFiles(filesOf(tarball))].map(
      (problem) => `${name} ${problem}`,
    ),
  )
  const names = packed.map(({ name }) => name)
  const folder = join(root, '.changeset')
  const changesets = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  return [...problems, ...checkFixed(names, readJson(join(folder, 'config.json')).fixed), ...checkChangesets(names, changesets)]
}

/** The files of a tarball, read at once. */
function filesOf(/** @type {string} */ tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tarball-'))
  try {
    const { status, stderr } = spawnSync('tar', ['xzf', tarball, '-C', folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${tarball} does not unpack: ${stderr}`)
    const base = join(folder, 'package')
    return readdirSync(base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const content = /\.(map|[cm]?[jt]s)$/.test(file) ? readFileSync(file, 'utf8') : ''
        return { path: file.slice(base.length + 1), text: () => content }
      })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
