// A service as a folder that Node runs anywhere: `node pack.mjs src/main.ts [data …]`, from the package of the service, writes dist/service.
//
// main.mjs is its bundle, node_modules holds what can't be bundled (bundle.mjs says what), and other files of the package that it
// reads lie beside it as they do there. Nothing is fetched: a container image and a systemd unit run the same bytes.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'rolldown'
import { resolveConditions, stayOutside } from './bundle.mjs'

const root = process.cwd()
const [entry = 'src/main.ts', ...files] = process.argv.slice(2)
const out = join(root, 'dist/service')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'node_modules'), { recursive: true })
const outside = stayOutside(createRequire(join(root, 'package.json')).resolve)
const { output } = await build({
  cwd: root,
  input: entry,
  platform: 'node',
  logLevel: 'warn',
  external: Object.keys(outside),
  resolve: { conditionNames: resolveConditions },
  output: { dir: out, entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' },
})
const own = realpathSync(join(root, 'package.json'))
// What a service itself keeps outside it may also run in a process of its own, found by name alone: the gateway draws with sharp so.
const used = Object.keys(outside).filter(
  (name) =>
    realpathSync(outside[name]) === own ||
    output.some((chunk) => 'imports' in chunk && [...chunk.imports, ...chunk.dynamicImports].includes(name)),
)
const copied = new Map()
for (const name of used) copy(name, manifestOf(name, realpathSync(outside[name])) ?? '')
for (const file of files) cpSync(join(root, file), join(out, file), { recursive: true })
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify({ name: manifest.name, version: manifest.version, license: manifest.license, private: true, type: 'module' }, null, 2)}\n`,
)
console.log(`${relative(root, out)}: main.mjs, ${copied.size} packages beside it${files.map((file) => `, ${file}`).join('')}`)

/**
 * Copies a package and what it depends on: the first version to the top, where all find it, another one below what needs it.
 * @param {string} name
 * @param {string} manifestFile
 * @param {string} [above] the folder of what needs it
 */
function copy(name, manifestFile, above = out) {
  const real = realpathSync(manifestFile)
  const { version, dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(real, 'utf8'))
  const top = copied.get(name)
  if (top === version) return
  if (top === undefined) copied.set(name, version)
  const folder = join(top === undefined ? out : above, 'node_modules', name)
  cpSync(dirname(real), folder, {
    recursive: true,
    filter: (from) => !relative(dirname(real), from).split('/').includes('node_modules'),
  })
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = manifestOf(dependency, real)
    if (found) copy(dependency, found, folder)
    // Native builds of other machines are not installed.
    else if (!Object.hasOwn(optionalDependencies, dependency)) throw new Error(`${name} needs ${dependency}, which is not installed.`)
  }
}

/** @returns {string | undefined} the package.json that a package's own code would find */
function manifestOf(/** @type {string} */ name, /** @type {string} */ from) {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    const file = resolve(folder, 'node_modules', name, 'package.json')
    if (existsSync(file)) return file
  }
  return undefined
}
