// Import cycles: none, with dynamic imports and .tsx counted. `node scripts/cycles.mjs packages/react-ui` lists those that pass through one folder.
import { relative } from 'node:path'
import { circles, codeFiles, importGraph } from './lib/imports.mjs'
import { at, root, workspacePackages } from './lib/workspace.mjs'

const packages = workspacePackages()
const files = [...packages.map(({ path }) => path), ...['bench', 'scripts', 'tests'].map((folder) => at(folder))].flatMap(codeFiles)
const asked = process.argv.slice(2).map((folder) => folder.replace(/^\.\/|\/$/g, ''))
const isAsked = (/** @type {string} */ file) => asked.length === 0 || asked.some((folder) => file.startsWith(`${folder}/`))

const found = circles(importGraph(files, packages))
  .map((circle) => circle.map((file) => relative(root, file)))
  .filter((circle) => circle.some(isAsked))

for (const circle of found) console.log([...circle, circle[0]].join('\n  -> '))
console.log(`${files.length} files, ${found.length} import cycles${asked.length > 0 ? ` through ${asked.join(', ')}` : ''}.`)
process.exitCode = found.length > 0 ? 1 : 0
