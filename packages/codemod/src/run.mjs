// The command: npx @portico/codemod <kit> [folder]
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isKit, moveSite } from './codemod.mjs'
import { kits } from './kits/index.mjs'

const usage = `npx @portico/codemod <kit> [folder]

Kits: ${Object.keys(kits).join(', ')}
  --dry-run   says what would change, and writes nothing`

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** @param {readonly string[]} words of the command line @returns {number} the exit code: 2 where something is left to look at */
export function run(words) {
  let given
  try {
    given = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = given
  if (values.help) {
    say(usage)
    return 0
  }
  const [kit, at = '.'] = positionals
  if (kit === undefined || !isKit(kit)) return fail(kit === undefined ? usage : `There is no kit '${kit}'.\n\n${usage}`)
  const folder = resolve(at)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return fail(`There is no folder ${folder}.`)
  const { files, notes } = moveSite(kit, read(folder), version)
  for (const [file, text] of files) {
    if (!values['dry-run']) writeFileSync(join(folder, file), text)
    say(`${values['dry-run'] ? 'would change' : 'changed'} ${file}`)
  }
  if (files.size === 0) say(`Nothing of ${kit} was found in ${folder}.`)
  else if (!values['dry-run']) say('\nInstall what package.json names now, and format.')
  if (notes.length > 0) say(`\nLeft to look at:\n${notes.map(({ file, text }) => `  ${file}: ${text}`).join('\n')}`)
  return notes.length > 0 ? 2 : 0
}

/** The files of a site, without what is installed or built, and without links, which lead elsewhere. @returns {Map<string, string>} */
function read(/** @type {string} */ folder) {
  /** @type {Map<string, string>} */
  const files = new Map()
  const walk = (/** @type {string} */ below) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const file = below + entry.name
      if (entry.isDirectory()) {
        if (!/^(node_modules|dist|build|out|\..*)$/.test(entry.name)) walk(`${file}/`)
      } else if (entry.isFile() && /(\.([cm]?[jt]sx?|vue|svelte|astro|mdx|html|css|scss|less)|^package\.json)$/.test(entry.name))
        files.set(file, readFileSync(join(folder, file), 'utf8'))
    }
  }
  walk('')
  return files
}

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`)
const fail = (/** @type {string} */ text) => {
  console.error(text)
  return 1
}
