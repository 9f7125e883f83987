// node modules.mjs PAGE [chunk]   what each module adds to a page's first load, or to that of the chunk whose name starts so
// Marginal brotli bytes: all with the module less all without it, each module minified by itself.
import { brotliCompressSync, constants } from 'node:zlib'
import { minifySync } from 'rolldown/experimental'
import { bundle } from './lib/build.mjs'

const [app, wanted = 'index'] = process.argv.slice(2)
const chunks = (await bundle(app)).filter(({ type }) => type === 'chunk')
const brotli = (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
const nameOf = (id) =>
  id
    .replaceAll('\0', '')
    .replace(/^.*node_modules\//, '')
    .replace(/^.*\/apps\//, '')
const packageOf = (id) => /^(@[^/]+\/)?[^/]+/.exec(nameOf(id))?.[0] ?? id

for (const { fileName, isEntry, code, modules } of chunks) {
  console.log(`${fileName}${isEntry ? ' (entry)' : ''}: ${code.length} raw, ${brotli(code)} br, ${Object.keys(modules).length} modules`)
}
const start = chunks.find(({ name }) => name.startsWith(wanted))
if (!start) throw new Error(`No chunk '${wanted}'`)

const parts = closure(start)
  .flatMap(({ modules }) => Object.entries(modules))
  .filter(([, { code }]) => code)
  // As a script, so that what the module declares is not dropped as unused.
  .map(([id, { code }]) => ({ id, code: minifySync(nameOf(id), code, { module: false, compress: true, mangle: { toplevel: true } }).code }))
const whole = brotli(parts.map(({ code }) => code).join('\n'))
const without = (drop) =>
  whole -
  brotli(
    parts
      .filter((part) => !drop(part))
      .map(({ code }) => code)
      .join('\n'),
  )

console.log(
  `\n${closure(start)
    .map(({ fileName }) => fileName)
    .join(' + ')}\nby package (raw minified, marginal br)`,
)
const packages = [...new Set(parts.map(({ id }) => packageOf(id)))]
print(packages.map((name) => ({ name, raw: rawOf(({ id }) => packageOf(id) === name), br: without(({ id }) => packageOf(id) === name) })))
console.log('\nby module, React left out')
const others = parts.filter(({ id }) => !/^(react|react-dom|scheduler)$/.test(packageOf(id)))
print(others.map((part) => ({ name: nameOf(part.id), raw: part.code.length, br: without((other) => other === part) })))

/** A chunk and all that it imports statically. */
function closure(chunk, found = new Set()) {
  if (found.has(chunk)) return [...found]
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === name)
    if (imported) closure(imported, found)
  }
  return [...found]
}

function rawOf(isIn) {
  return parts.filter(isIn).reduce((sum, { code }) => sum + code.length, 0)
}

function print(rows) {
  for (const { name, raw, br } of rows.sort((a, b) => b.br - a.br))
    console.log(`${String(raw).padStart(8)} ${String(br).padStart(7)}  ${name}`)
}
