// A package registry on loopback that takes what is published to it, for dry runs of a release. What it has not is asked of the registry that
// npm is set to, by a redirect.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** Long enough ago for every policy on the age of a release. */
const publishedAt = '2020-01-01T00:00:00.000Z'

/**
 * The address is `http://127.0.0.1:<a free port>`.
 * @param {{ upstream?: string }} [options] where the rest is
 * @returns {Promise<{ url: string, published: () => string[], asked: string[], close: () => Promise<void> }>} `published` are names with versions,
 *   `asked` the names of packages of its own that were asked for
 */
export async function startPublishRegistry({ upstream } = {}) {
  /** @type {Map<string, any>} */
  const packages = new Map()
  /** @type {Map<string, Buffer>} */
  const tarballs = new Map()
  /** @type {string[]} */
  const asked = []
  const server = createServer((request, response) => {
    answer(request)
      .then(({ status, body, headers = {} }) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body))
      .catch((error) => response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: String(error) })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.')
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    published: () => [...packages].flatMap(([name, { versions }]) => Object.keys(versions).map((version) => `${name}@${version}`)),
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  /** @returns {Promise<{ status: number, body: string | Buffer, headers?: Record<string, string> }>} */
  async function answer(/** @type {import('node:http').IncomingMessage} */ request) {
    const path = decodeURIComponent(new URL(request.url ?? '/', url).pathname).slice(1)
    const name = path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/')
    if (request.method === 'PUT') return { status: 201, body: publish(name, JSON.parse(String(await bodyOf(request)))) }
    const tarball = tarballs.get(path)
    if (tarball) return { status: 200, body: tarball, headers: { 'content-type': 'application/octet-stream' } }
    const found = packages.get(name)
    if (found) {
      asked.push(name)
      return { status: 200, body: JSON.stringify(found) }
    }
    if (!upstream || name.startsWith('@portico/')) return { status: 404, body: '{"error":"not found"}' }
    return { status: 302, body: '', headers: { location: `${upstream.replace(/\/$/, '')}${request.url}` } }
  }

  /** What npm sends to publish one version. @returns {string} */
  function publish(/** @type {string} */ name, /** @type {any} */ sent) {
    const found = packages.get(name) ?? { name, 'dist-tags': {}, versions: {}, time: { created: publishedAt, modified: publishedAt } }
    for (const [version, manifest] of Object.entries(/** @type {Record<string, any>} */ (sent.versions))) {
      if (found.versions[version]) throw new Error(`${name}@${version} is published already`)
      const [attachment] = Object.values(/** @type {Record<string, { data: string }>} */ (sent._attachments))
      if (!attachment) throw new Error(`${name}@${version} came without its tarball`)
      const data = Buffer.from(attachment.data, 'base64')
      const file = `${name}/-/${name.replace(/^@.*\//, '')}-${version}.tgz`
      const integrity = `sha512-${createHash('sha512').update(data).digest('base64')}`
      if (manifest.dist.integrity !== integrity) throw new Error(`${name}@${version} is not the tarball that its integrity is of`)
      tarballs.set(file, data)
      found.versions[version] = { ...manifest, dist: { integrity, tarball: `${url}/${file}` } }
      found.time[version] = publishedAt
      Object.assign(found['dist-tags'], sent['dist-tags'])
    }
    packages.set(name, found)
    return '{"ok":true}'
  }
}

/** @returns {Promise<Buffer>} */
async function bodyOf(/** @type {import('node:http').IncomingMessage} */ request) {
  /** @type {Buffer[]} */
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
