// pnpm's lockfile and its folder of installed packages.
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The packages that a lockfile (format 9) names. @param {string} text of pnpm-lock.yaml
 * @returns {{ name: string, version: string, forOnePlatform: boolean }[]}
 */
export function lockedPackages(text) {
  const start = text.search(/^packages:$/m)
  if (start < 0) throw new Error('The lockfile has no packages section.')
  const rest = text.slice(start + 'packages:'.length)
  const end = rest.search(/^\S/m)
  const section = end < 0 ? rest : rest.slice(0, end)
  return [...section.matchAll(/^ {2}(\S[^\n]*):\n((?: {4}[^\n]*\n?|\n)*)/gm)].map(([, key = '', fields = '']) => {
    const id = key.replace(/^['"]|['"]$/g, '')
    const split = id.lastIndexOf('@')
    return { name: id.slice(0, split), version: id.slice(split + 1), forOnePlatform: /^ {4}(os|cpu|libc):/m.test(fields) }
  })
}

/** The folders of all packages that are installed below `node_modules/.pnpm`. @returns {string[]} */
export function installedFolders(/** @type {string} */ store) {
  const folders = new Set()
  for (const entry of readdirSync(store, { withFileTypes: true })) {
    const modules = join(store, entry.name, 'node_modules')
    if (!entry.isDirectory() || entry.name === 'node_modules' || !existsSync(modules)) continue
    for (const name of namesIn(modules)) {
      // Its own package is a folder there, its dependencies are links to other entries.
      const folder = realpathSync(join(modules, name))
      if (existsSync(join(folder, 'package.json')) && folder.includes('.pnpm')) folders.add(folder)
    }
  }
  return [...folders].sort((a, b) => a.localeCompare(b))
}

/** The packages that some package.json files reach through `dependencies`, optional ones included, and peers that it cannot do without. @returns {Set<string>} real folders */
export function reachable(/** @type {string[]} */ roots) {
  const seen = new Set()
  const queue = [...roots]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (seen.has(folder)) continue
    seen.add(folder)
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const target = resolvePackage(folder, name)
      if (target) queue.push(target)
    }
  }
  return seen
}

/** Node's look-up of a package, from a folder upwards. @returns {string | undefined} */
function resolvePackage(/** @type {string} */ folder, /** @type {string} */ name) {
  for (let at = folder; ; at = join(at, '..')) {
    const candidate = join(at, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (join(at, '..') === at) return undefined
  }
}

function namesIn(/** @type {string} */ modules) {
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name]
  })
}
