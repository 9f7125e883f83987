// Reads the doors of the published packages with TypeDoc.
import { Application } from 'typedoc'
import { existsSync, readdirSync } from 'node:fs'
import { app, readJson, root } from '../places.mjs'

/** @typedef {{ name: string, description: string, doors: readonly { specifier: string, source: string }[] }} Package */

/** The published packages, `core` first, with the files behind their doors. @returns {Package[]} */
export function publishedDoors() {
  return readdirSync(`${root}/packages`)
    .filter((folder) => existsSync(`${root}/packages/${folder}/package.json`))
    .map((folder) => ({ folder, manifest: readJson(`${root}/packages/${folder}/package.json`) }))
    .filter(({ manifest }) => !manifest.private && manifest.exports)
    .map(({ folder, manifest }) => ({
      name: manifest.name,
      description: manifest.description,
      doors: Object.entries(manifest.exports).flatMap(([door, target]) => {
        const source = target['@portico/source']
        return source ? [{ specifier: manifest.name + door.slice(1), source: `packages/${folder}/${source.slice(2)}` }] : []
      }),
    }))
    .filter(({ doors }) => doors.length > 0)
    .toSorted((one, other) => place(one.name) - place(other.name))
}

const first = ['@portico/core', '@portico/react-ui', '@portico/adapter-evm', '@portico/adapter-solana', '@portico/adapter-bitcoin']
const place = (/** @type {string} */ name) => (first.includes(name) ? first.indexOf(name) : first.length)

/** @typedef {{ packages: readonly Package[], modules: Map<string, import('typedoc').DeclarationReflection> }} Reference */

/** @returns {Promise<Reference>} each door's names, by specifier */
export async function readReference() {
  const packages = publishedDoors()
  const doors = packages.flatMap((one) => one.doors)
  const application = await Application.bootstrap({
    entryPoints: doors.map(({ source }) => `${root}/${source}`),
    tsconfig: `${app}/tsconfig.reference.json`,
    basePath: root,
    displayBasePath: root,
    skipErrorChecking: true,
    excludePrivate: true,
    excludeExternals: true,
    excludeInternal: true,
    readme: 'none',
    disableGit: true,
    sourceLinkTemplate: '{path}#{line}',
    logLevel: 'Error',
    compilerOptions: { noEmit: true },
  })
  const project = await application.convert()
  if (!project) throw new Error('TypeDoc did not read the packages.')
  /** @type {Map<string, import('typedoc').DeclarationReflection>} */
  const modules = new Map()
  for (const child of project.children ?? []) {
    const file = child.sources?.[0]?.fileName ?? ''
    const door = doors.find(({ source }) => file === source || file.endsWith(`/${source}`))
    if (door) modules.set(door.specifier, child)
  }
  const missing = doors.filter(({ specifier }) => !modules.has(specifier))
  if (missing.length > 0) throw new Error(`TypeDoc did not read ${missing.map(({ specifier }) => specifier).join(', ')}.`)
  return { packages, modules }
}
