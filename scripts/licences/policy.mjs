// What may be installed. The whole lockfile is held to it, development tools included.

/** Licences that the Open Source Initiative has approved, and that ask nothing of us beyond a notice or the sources of a changed file. */
export const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1', // fonts
  'Unlicense',
  'Zlib',
])

/** Licences that are not code licences, or are of one package: allowed for these packages alone, and why. A name that ends with a dash is a tool's, for all systems. */
export const exceptions = [
  {
    name: 'argparse',
    licence: 'Python-2.0',
    reason: 'approved by the OSI, but seldom: the reader of command lines below the release tool',
  },
  { name: 'caniuse-lite', licence: 'CC-BY-4.0', reason: 'a table of browser facts, not code; a development tool reads it' },
  {
    name: '@img/sharp-libvips-',
    licence: 'LGPL-3.0-or-later',
    reason: 'approved by the OSI; a shared library that the gateway links with at run time, to draw pictures anew',
  },
  {
    name: '@img/sharp-wasm32',
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'the same library as WebAssembly, for systems that it has no build for',
  },
  {
    name: 'rpc-websockets',
    licence: 'LGPL-3.0-only',
    reason:
      'approved by the OSI; below @solana/web3.js, which a host may bring and Portico does not: the demo and the tests are such hosts',
  },
]

/** Packages that only other systems install, read by hand from the registry. A build of a tool is not listed: its sibling for this system is read. */
export const otherSystems = [
  { name: '@emnapi/core', licence: 'MIT' },
  { name: '@emnapi/runtime', licence: 'MIT' },
  { name: '@emnapi/wasi-threads', licence: 'MIT' },
  { name: '@img/sharp-wasm32', licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' },
  { name: '@img/sharp-webcontainers-wasm32', licence: 'Apache-2.0' },
  { name: '@napi-rs/wasm-runtime', licence: 'MIT' },
  { name: '@tybys/wasm-util', licence: 'MIT' },
  { name: 'fsevents', licence: 'MIT' },
]

/** What the builds of one tool for many systems share: `@rolldown/binding-` of `@rolldown/binding-linux-x64-gnu`. @param {string} name */
export const toolOf = (name) =>
  name.replace(/(aix|android|darwin|freebsd|linuxmusl|linux|netbsd|openbsd|openharmony|sunos|wasm32|wasm|win32|windows)\b.*$/, '')

/** Packages that are never installed, whatever their licence field says: it changed to terms of one vendor's network. */
export const forbidden = [
  {
    name: /^@walletconnect\//,
    above: '2.21.8',
    except: [
      'relay-auth',
      'relay-api',
      'keyvaluestorage',
      'logger',
      'safe-json',
      'time',
      'events',
      'environment',
      'heartbeat',
      'window-getters',
      'window-metadata',
      'jsonrpc-provider',
      'jsonrpc-types',
      'jsonrpc-utils',
      'jsonrpc-ws-connection',
      'jsonrpc-http-connection',
    ],
    reason: 'vendor licence from 2.21.9 on',
  },
  { name: /^@reown\/appkit(-|$)/, above: '1.8.2', reason: 'vendor licence from 1.8.3 on' },
  { name: /^@reown\/walletkit$/, above: '1.2.10', reason: 'vendor licence from 1.2.11 on' },
  { name: /^@metamask\/(sdk|connect)(-|$)/, reason: 'vendor licence' },
]

/** @typedef {{ name: string, version: string, licence: string, published: boolean }} Package `published`: in the tree of a published package */

/**
 * What is wrong with a package, in one sentence; undefined when it may be installed.
 * @param {Package} found @param {(expression: string, isAllowed: (id: string) => boolean) => boolean} satisfies
 * @returns {string | undefined}
 */
export function objection({ name, version, licence, published }, satisfies) {
  const ban = forbidden.find((entry) => entry.name.test(name) && !entry.except?.some((other) => name.endsWith(`/${other}`)))
  if (ban && (ban.above === undefined || compareVersions(version, ban.above) > 0)) return `is never installed: ${ban.reason}`
  if (!licence) return 'states no licence'
  if (satisfies(licence, (id) => allowed.has(id))) return undefined
  if (published && /GPL/i.test(licence)) return `is under ${licence}, which a published package must not bring along`
  const exception = exceptions.find((entry) => isOf(entry, name) && entry.licence === licence)
  return exception ? undefined : `is under ${licence}, which is not on the list`
}

/** Whether an exception is of a package. @param {{ name: string }} exception @param {string} name */
export const isOf = (exception, name) => exception.name === name || (exception.name.endsWith('-') && exception.name === toolOf(name))

/** Compares versions by semver's precedence; the build part is ignored. @returns {number} below, above or equal to 0 */
export function compareVersions(/** @type {string} */ left, /** @type {string} */ right) {
  const parse = (/** @type {string} */ version) => {
    const [core = '', ...pre] = (version.split('+')[0] ?? '').split('-')
    return { numbers: core.split('.').map(Number), pre: pre.join('-') }
  }
  const [a, b] = [parse(left), parse(right)]
  for (let i = 0; i < 3; i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.pre === b.pre) return 0
  if (!a.pre) return 1
  if (!b.pre) return -1
  return a.pre < b.pre ? -1 : 1
}
