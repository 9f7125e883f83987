// Every door of the packages, as a CommonJS program asks for it: each in a program of its own.
const { spawnSync } = require('node:child_process')
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const scope = join(__dirname, 'node_modules/@portico')
let count = 0
for (const name of readdirSync(scope)) {
  const { exports, peerDependenciesMeta = {} } = JSON.parse(readFileSync(join(scope, name, 'package.json'), 'utf8'))
  for (const door of Object.keys(exports)) {
    if (/\.(css|json)$/.test(door)) continue
    const look = `if (Object.keys(require('@portico/${name}${door.slice(1)}')).length === 0) throw new Error('no names')`
    const { status, stderr } = spawnSync(process.execPath, ['-e', look], { cwd: __dirname, encoding: 'utf8' })
    // Some doors are for sites that have a chain's own library; this one has none.
    const isForOthers = Object.keys(peerDependenciesMeta).some((peer) => stderr.includes(`Cannot find package '${peer}'`))
    if (status !== 0 && !isForOthers) throw new Error(`require('@portico/${name}${door.slice(1)}')\n${stderr}`)
    if (status === 0) count += 1
  }
}
console.log(`${count} doors`)
