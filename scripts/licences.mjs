// The licence gate: every package of the lockfile, development tools included, is under a licence of our list.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { at, publishedPackages, readJson } from './lib/workspace.mjs'
import { licenceOfText, satisfies, statedLicence } from './licences/expression.mjs'
import { installedFolders, lockedPackages, reachable } from './licences/lockfile.mjs'
import { exceptions, isOf, objection, otherSystems, toolOf } from './licences/policy.mjs'

const published = reachable(publishedPackages().map(({ path }) => path))
const installed = installedFolders(at('node_modules/.pnpm')).map((folder) => {
  const manifest = readJson(join(folder, 'package.json'))
  return {
    folder,
    name: String(manifest.name),
    version: String(manifest.version),
    licence: licenceOf(folder, manifest),
    published: published.has(folder),
  }
})

/** @type {string[]} */
const problems = []
/** @type {Map<string, number>} */
const counts = new Map()
for (const found of installed) {
  counts.set(found.licence, (counts.get(found.licence) ?? 0) + 1)
  const wrong = objection(found, satisfies)
  if (wrong) problems.push(`${found.name}@${found.version} ${wrong}`)
}

const ids = new Set(installed.map(({ name, version }) => `${name}@${version}`))
const absent = lockedPackages(readFileSync(at('pnpm-lock.yaml'), 'utf8')).filter(({ name, version }) => !ids.has(`${name}@${version}`))
const tools = new Set(installed.map(({ name, version }) => `${toolOf(name)}@${version}`))
for (const { name, version, forOnePlatform } of absent) {
  const sibling = forOnePlatform && toolOf(name) !== name && tools.has(`${toolOf(name)}@${version}`)
  const licence = sibling ? 'MIT' : otherSystems.find((entry) => entry.name === name)?.licence
  if (licence === undefined) problems.push(`${name}@${version} is in the lockfile and not installed, so its licence was not read`)
  const wrong = objection({ name, version, licence: licence ?? 'MIT', published: false }, satisfies)
  if (wrong) problems.push(`${name}@${version} ${wrong}`)
}
for (const exception of exceptions) {
  const { name, licence } = exception
  const isInstalled = installed.some((found) => isOf(exception, found.name) && found.licence === licence)
  if (!isInstalled && !absent.some((found) => isOf(exception, found.name)))
    problems.push(`The exception for ${name} (${licence}) is not needed any more`)
}

for (const [licence, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`${String(count).padStart(5)}  ${licence || '(none)'}`)
console.log(`${installed.length} packages read, ${published.size} of them in published trees; ${absent.length} are for other systems.`)
for (const problem of problems) console.error(`Licence: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** What package.json states, else what the licence file beside it says. */
function licenceOf(/** @type {string} */ folder, /** @type {any} */ manifest) {
  const stated = statedLicence(manifest)
  if (stated && !/^SEE LICEN[CS]E IN/i.test(stated)) return stated
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|$)/i.test(name))
  return file ? licenceOfText(readFileSync(join(folder, file), 'utf8')) : ''
}
