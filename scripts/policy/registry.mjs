// A package registry on loopback with a handful of made-up packages: the ones that the install policy must refuse.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

/**
 * @typedef {object} Release
 * @property {Record<string, unknown>} [manifest] fields of its package.json beside name and version
 * @property {number} ageDays time since it was published
 * @property {boolean} [provenance] whether its build is attested
 */

/**
 * Serves packages as the npm registry does. The address is `http://127.0.0.1:<a free port>`.
 * @param {(url: string) => Record<string, Record<string, Release>>} describe name, then version, to release
 */
export async function startRegistry(describe) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.')
  const url = `http://127.0.0.1:${address.port}`
  const packages = describe(url)

  server.on('request', (request, response) => {
    const [, name = '', , file = ''] = (request.url ?? '').split('/')
    const releases = packages[name]
    const version = file.slice(0, -'.tgz'.length)
    if (!releases || (file && !releases[version])) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    if (file) return response.end(tarball(manifestOf(name, version, releases[version])))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata(url, name, releases)))
  })
  return { url, close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) }
}

const manifestOf = (/** @type {string} */ name, /** @type {string} */ version, /** @type {Release | undefined} */ release) => ({
  name,
  version,
  ...release?.manifest,
})

function metadata(/** @type {string} */ url, /** @type {string} */ name, /** @type {Record<string, Release>} */ releases) {
  const versions = Object.keys(releases)
  const publishedAt = (/** @type {string} */ version) => new Date(Date.now() - (releases[version]?.ageDays ?? 0) * 86_400_000).toISOString()
  return {
    name,
    'dist-tags': { latest: versions.at(-1) },
    time: {
      created: publishedAt(versions[0] ?? ''),
      modified: new Date().toISOString(),
      ...Object.fromEntries(versions.map((v) => [v, publishedAt(v)])),
    },
    versions: Object.fromEntries(
      versions.map((version) => {
        const manifest = manifestOf(name, version, releases[version])
        const provenance = { url: `${url}/-/attestations`, provenance: { predicateType: 'https://slsa.dev/provenance/v1' } }
        const dist = {
          tarball: `${url}/${name}/-/${version}.tgz`,
          integrity: `sha512-${createHash('sha512').update(tarball(manifest)).digest('base64')}`,
          ...(releases[version]?.provenance ? { attestations: provenance } : {}),
        }
        const hasInstallScript = /"(pre|post)?install":/.test(JSON.stringify(manifest))
        return [version, { ...manifest, dist, ...(hasInstallScript ? { hasInstallScript } : {}) }]
      }),
    ),
  }
}

/** A package of one file: a tar archive (ustar) with `package/package.json`, gzipped. */
function tarball(/** @type {object} */ manifest) {
  const body = Buffer.from(JSON.stringify(manifest))
  const header = Buffer.alloc(512)
  const write = (/** @type {string} */ text, /** @type {number} */ offset) => header.write(text, offset, 'latin1')
  write('package/package.json', 0)
  write('0000644\0', 100)
  write('0000000\0', 108)
  write('0000000\0', 116)
  write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  write('00000000000\0', 136)
  write('        ', 148)
  write('0', 156)
  write('ustar\x0000', 257)
  write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return gzipSync(Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512), Buffer.alloc(1024)]))
}
