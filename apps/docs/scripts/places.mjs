// Where things are, for the scripts of the site.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
export const app = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
export const out = `${app}/dist`

/** @returns {any} */
export const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'))

/** The repository as visitors find it, without a slash at the end. */
export const repository = String(readJson(`${root}/package.json`).repository.url).replace(/^git\+|\.git$/g, '')
