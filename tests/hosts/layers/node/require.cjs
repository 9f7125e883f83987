// Every door of the packages, as a CommonJS program asks for it.
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const scope = join(__dirname, 'node_modules/@portico')
let count = 0
for (const name of readdirSync(scope)) {
  const { exports } = JSON.parse(readFileSync(join(scope, name, 'package.json'), 'utf8'))
  for (const door of Object.keys(exports)) {
    if (/\.(css|json)$/.test(door)) continue
    const names = Object.keys(require(`@portico/${name}${door.slice(1)}`))
    if (names.length === 0) throw new Error(`@portico/${name}${door.slice(1)} has no names`)
    count += 1
  }
}
console.log(`${count} doors`)
