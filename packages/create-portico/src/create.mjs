// Writes a new site from a template.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))

/** The templates, by name. */
export const templates = /** @type {const} */ ({
  vite: 'React with Vite: button, modal, hooks',
  next: 'React with Next: server rendering, cookies, a policy with nonce',
  plain: 'A page without a framework, with Vite',
  headless: 'React hooks under an interface of your own, no modal',
  solana: 'Solana, React with Vite',
  vue: 'Vue with Vite',
  'full-stack': 'React with Vite, a server with sign-in, and what starts every service beside it',
})

/** @typedef {keyof typeof templates} Template */

/** What a person can do something about. */
export class CreateError extends Error {
  name = 'CreateError'
}

/** @returns {name is Template} */
export const isTemplate = (/** @type {string} */ name) => Object.hasOwn(templates, name)

/**
 * Writes the files of a template into a folder, which must be empty or not there yet. Its packages get the version of this program.
 * @param {{ folder: string, template: Template }} parameters
 * @throws {CreateError} when the folder has files of its own, or is one
 */
export function createSite({ folder, template }) {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new CreateError(`${folder} is a file. Name another folder.`)
    if (readdirSync(folder).some((file) => file !== '.git')) throw new CreateError(`${folder} is not empty. Name another folder.`)
  }
  const source = join(here, 'templates', template)
  // What a developer of this repository has installed or built there is not part of it.
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/(^|[\\/])(node_modules|dist|\.next)([\\/]|$)/.test(file),
  )
  for (const file of files) {
    const from = join(source, file)
    if (statSync(from).isDirectory()) continue
    // npm leaves a .gitignore out of what it publishes.
    const to = join(folder, file.replace(/_gitignore$/, '.gitignore'))
    mkdirSync(dirname(to), { recursive: true })
    if (file === 'package.json') writeFileSync(to, manifestFor(readFileSync(from, 'utf8'), folder))
    else copyFileSync(from, to)
  }
}

/** The template's package.json with the site's name and ranges in the place of exact versions. */
function manifestFor(/** @type {string} */ text, /** @type {string} */ folder) {
  const manifest = JSON.parse(text)
  const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  manifest.name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'my-dapp'
  for (const field of ['dependencies', 'devDependencies'])
    for (const [name, exact] of Object.entries(manifest[field] ?? {}))
      manifest[field][name] = `^${name.startsWith('@portico/') ? version : exact}`
  return `${JSON.stringify(manifest, null, 2)}\n`
}
