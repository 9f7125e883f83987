// Installs the harness and the pages with npm, from their lockfiles; Portico's own packages from freshly packed tarballs.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildPackages, packPackages } from '../../scripts/lib/build.mjs'
import { readJson } from '../../scripts/lib/workspace.mjs'

const root = path.resolve(import.meta.dirname, '..')
const tarballs = path.join(root, '.tmp/tarballs')
const appFolder = (app) => path.join(root, 'apps', app)

/** Folders below apps/ that are pages. */
export const pages = () => fs.readdirSync(path.join(root, 'apps')).filter((app) => fs.existsSync(path.join(appFolder(app), 'bench.json')))

/** Names of the dependencies that a page takes from our tarballs. */
function ownDependencies(app) {
  const { dependencies } = readJson(path.join(appFolder(app), 'package.json'))
  return Object.keys(dependencies).filter((name) => dependencies[name].startsWith('file:'))
}

/**
 * Builds our packages and packs them, as they would be published, to where the pages' package.json files point.
 * @throws Error that says what did not build
 */
export async function packTarballs(processes) {
  if (!(await buildPackages(processes))) throw new Error('The packages do not build.')
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  try {
    fs.rmSync(tarballs, { recursive: true, force: true })
    fs.mkdirSync(tarballs, { recursive: true })
    for (const { name, tarball } of await packPackages(processes, scratch)) {
      fs.copyFileSync(tarball, path.join(tarballs, `${name.replace(/^@.*\//, '')}.tgz`))
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/** Installs the harness, where it is not up to date. */
export const installHarness = (processes) => install(processes, root)

/** Installs a page, where it is not up to date. One with our packages always gets the ones just packed, and is built anew. */
export async function installPage(processes, app) {
  const folder = appFolder(app)
  const own = ownDependencies(app)
  if (own.length === 0) return install(processes, folder)
  forgetOwn(folder, own)
  for (const built of ['dist', 'dist-ssr']) fs.rmSync(path.join(folder, built), { recursive: true, force: true })
  await npm(processes, folder, 'install')
  // A packed file has another digest after every change; what is committed names only other people's packages by digest.
  editLock(folder, (packages) => {
    for (const name of own) delete packages[`node_modules/${name}`]?.integrity
  })
}

/** npm would take packages of the same version for the same packages. */
function forgetOwn(folder, own) {
  for (const name of own) fs.rmSync(path.join(folder, 'node_modules', name), { recursive: true, force: true })
  fs.rmSync(path.join(folder, 'node_modules/.package-lock.json'), { force: true })
  editLock(folder, (packages) => {
    for (const name of own) delete packages[`node_modules/${name}`]
  })
}

function editLock(folder, edit) {
  const file = path.join(folder, 'package-lock.json')
  if (!fs.existsSync(file)) return
  const lock = readJson(file)
  edit(lock.packages)
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

async function install(processes, folder) {
  const lock = path.join(folder, 'package-lock.json')
  const installed = path.join(folder, 'node_modules/.package-lock.json')
  const isFresh = fs.existsSync(lock) && fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lock).mtimeMs
  if (!isFresh) await npm(processes, folder, fs.existsSync(lock) ? 'ci' : 'install')
}

async function npm(processes, folder, how) {
  const start = Date.now()
  const { code, output } = await processes.run('npm', [how, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, quiet: true })
  if (code !== 0) throw new Error(`npm ${how} in ${path.relative(root, folder) || 'bench'} failed:\n${output}`)
  console.log(`${path.relative(root, folder) || 'harness'}: installed in ${Math.round((Date.now() - start) / 1000)} s`)
}
