// `npm run setup`: .env from .env.example, with keys and passwords that nobody else has. One that is there stays as it is.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`)

if (existsSync('.env')) say('.env is there already. Delete it first for a new one: stores in containers keep the password they began with.')
else {
  // The services of the same version as the packages.
  const [version] = /\d+\.\d+\.\d+/.exec(JSON.parse(readFileSync('package.json', 'utf8')).dependencies['@portico/core']) ?? []
  const filled = readFileSync('.env.example', 'utf8')
    .replace(/(?<=^PORTICO_SOURCE=".+\.git)(?="$)/m, version && version !== '0.0.0' ? `#v${version}` : '')
    .replace(/(?<=^\w+_KEYS=)$/gm, () => `${new Date().getFullYear()}:${randomBytes(32).toString('base64')}`)
    .replace(/(?<=^\w+_PASSWORD=)$/gm, () => randomBytes(24).toString('hex'))
  writeFileSync('.env', filled, { mode: 0o600 })
  say('.env is written')
}
