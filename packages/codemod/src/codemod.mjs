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
/**
 * @typedef {object} Site
 * @property {Map<string, string>} porticos by file, what the portico that was made there is called
 * @property {(mentions: RegExp) => boolean} has whether a file of it mentions something
 */

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
    if (!isCode(file) || !mentions.test(text)) continue
    try {
      sources.push(readSource(file, text, notes))
    } catch (error) {
      notes.push({ file, text: `It cannot be read: ${error instanceof Error ? error.message : String(error)}` })
    }
  }
  /** @type {Site} */
  const site = { porticos: new Map(), has: (wanted) => [...files.values()].some((text) => wanted.test(text)) }
  /** @type {Set<string>} files that stay as they are */
  const stays = new Set()
  const attempt = (/** @type {Source} */ { file }, /** @type {() => void} */ step) => {
    if (stays.has(file)) return
    try {
      step()
    } catch (error) {
      stays.add(file)
      changed.delete(file)
      site.porticos.delete(file)
      notes.push({
        file,
        text: `It is written in a way that is not known here, and stays as it was (${error instanceof Error ? error.message : String(error)}).`,
      })
    }
  }
  for (const source of sources) attempt(source, () => first?.(source, site))
  for (const source of sources) attempt(source, () => then(source, site))
  for (const source of sources)
    attempt(source, () => {
      const text = source.print()
      readSource(source.file, text, []) // what cannot be read again is not written
      if (text !== files.get(source.file)) changed.set(source.file, text)
    })
  const used = leaves.filter((name) => {
    const wanted = new RegExp(`['"]${name}(?:/[^'"]*)?['"]`)
    const found = [...files].filter(([file, text]) => !/\.json$/.test(file) && wanted.test(changed.get(file) ?? text)).map(([file]) => file)
    for (const file of found)
      if (!notes.some((note) => note.file === file && note.text.includes(name)))
        notes.push({ file, text: `It takes something of ${name} in a way that is not known here: see the page of the documentation.` })
    return found.length > 0
  })
  for (const [file, text] of files)
    if (!isCode(file) && !/\.json$/.test(file) && mentions.test(text) && !notes.some((note) => note.file === file))
      notes.push({ file, text: 'Files of this kind are not read: move it by hand.' })
  const imported = new Set(
    [...changed.values()].flatMap((text) => [...text.matchAll(/from '(@portico\/[\w-]+)/g)].map(([, name]) => String(name))),
  )
  for (const [file, text] of files) {
    if (!/(^|\/)package\.json$/.test(file)) continue
    try {
      const next = manifest(text, leaves, used, [...imported].toSorted(), version)
      if (next !== undefined) changed.set(file, next)
    } catch (error) {
      notes.push({ file, text: `It cannot be read: ${error instanceof Error ? error.message : String(error)}` })
    }
  }
  return { files: changed, notes }
}

const isCode = (/** @type {string} */ file) => /\.[cm]?[jt]sx?$/.test(file)

/** @returns {string | undefined} undefined where nothing changes */
function manifest(
  /** @type {string} */ text,
  /** @type {readonly string[]} */ leaves,
  /** @type {readonly string[]} */ used,
  /** @type {readonly string[]} */ comes,
  /** @type {string} */ version,
) {
  const [mark = ''] = /^\uFEFF/.exec(text) ?? []
  const own = text.slice(mark.length)
  const read = JSON.parse(own)
  if (!leaves.some((name) => read.dependencies?.[name])) return undefined
  const kept = Object.entries(read.dependencies).filter(([name]) => !leaves.includes(name) || used.includes(name))
  const added = comes.map((name) => [name, `^${version}`])
  // The adapter takes the core of either major. Left to npm, that is the latest one, and a second one beside wagmi 2's own.
  if (comes.includes('@portico/adapter-evm') && /^\D?2\b/.test(read.dependencies.wagmi ?? '')) added.push(['@wagmi/core', '^2.22.1'])
  const all = [...kept, ...added.filter(([name]) => !kept.some(([known]) => known === name))].toSorted(([one = ''], [other = '']) =>
    one.localeCompare(other),
  )
  const [, indent = '  '] = /^\{\r?\n([ \t]+)/.exec(own) ?? []
  const next = `${mark}${JSON.stringify({ ...read, dependencies: Object.fromEntries(all) }, null, indent)}\n`
  return own.includes('\r\n') ? next.replaceAll('\n', '\r\n') : next
}
