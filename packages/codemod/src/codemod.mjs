// Moves the files of a site.
import { kits } from './kits/index.mjs'
import { readSource } from './source.mjs'

/** @typedef {import('./source.mjs').Note} Note @typedef {import('./source.mjs').Source} Source */
/** @typedef {keyof typeof kits} Kit */
/**
 * @typedef {object} Move how a site leaves another kit
 * @property {RegExp} mentions what a file has that is to be looked at
 * @property {readonly string[]} leaves packages that go
 * @property {(source: Source, site: Site) => void} [first] what is made: a config, a portico
 * @property {(source: Source, site: Site) => void} then what uses it
 */
/** @typedef {{ porticos: Map<string, string> }} Site by file, what the portico that was made there is called */

/** @returns {name is Kit} */
export const isKit = (/** @type {string} */ name) => Object.hasOwn(kits, name)

/**
 * Moves a site from a kit to Portico. Reads and writes nothing.
 * @param {Kit} kit
 * @param {ReadonlyMap<string, string>} files text by path, with `/`
 * @param {string} version of Portico's packages
 * @returns {{ files: Map<string, string>, notes: Note[] }} the files that change, and what a person has to look at
 */
export function moveSite(kit, files, version) {
  /** @type {Move} */
  const { mentions, leaves, first, then } = kits[kit]
  /** @type {Note[]} */
  const notes = []
  /** @type {Map<string, string>} */
  const changed = new Map()
  /** @type {Source[]} */
  const sources = []
  for (const [file, text] of files) {
    if (!/\.[cm]?[jt]sx?$/.test(file) || !mentions.test(text)) continue
    try {
      sources.push(readSource(file, text, notes))
    } catch (error) {
      notes.push({ file, text: `It cannot be read: ${error instanceof Error ? error.message : String(error)}` })
    }
  }
  /** @type {Site} */
  const site = { porticos: new Map() }
  for (const source of sources) first?.(source, site)
  for (const source of sources) then(source, site)
  for (const source of sources) {
    const text = source.print()
    if (text !== files.get(source.file)) changed.set(source.file, text)
  }
  const imported = new Set(
    [...changed.values()].flatMap((text) => [...text.matchAll(/from '(@portico\/[\w-]+)/g)].map(([, name]) => String(name))),
  )
  for (const [file, text] of files) {
    if (!/(^|\/)package\.json$/.test(file)) continue
    const next = manifest(text, leaves, [...imported].toSorted(), version)
    if (next !== undefined) changed.set(file, next)
  }
  return { files: changed, notes }
}

/** @returns {string | undefined} undefined where nothing changes */
function manifest(
  /** @type {string} */ text,
  /** @type {readonly string[]} */ leaves,
  /** @type {readonly string[]} */ comes,
  /** @type {string} */ version,
) {
  const read = JSON.parse(text)
  if (!leaves.some((name) => read.dependencies?.[name])) return undefined
  const kept = Object.entries(read.dependencies).filter(([name]) => !leaves.includes(name))
  const all = [...kept, ...comes.map((name) => [name, `^${version}`])].toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  const [, indent = '  '] = /^\{\r?\n([ \t]+)/.exec(text) ?? []
  return `${JSON.stringify({ ...read, dependencies: Object.fromEntries(all) }, null, indent)}\n`
}
