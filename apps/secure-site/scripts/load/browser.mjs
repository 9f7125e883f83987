import { createHash, generateKeyPairSync, randomBytes, randomInt, sign } from 'node:crypto'
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const json = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A browser on a host's site, with a device key of its own: each call has its proof (RFC 9449). Any process may answer it. */
export function createBrowser({ siteUrls, publicUrl }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const header = json({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
  // A network of its own, as the proxy in front would say.
  const network = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  let calls = randomInt(siteUrls.length)
  const browser = {
    /** @type {string | undefined} */
    token: undefined,
    /** @returns {Promise<any>} the parsed answer; rejects for any but a 200 */
    post: (path, body) => {
      const claims = {
        htm: 'POST',
        htu: `${publicUrl}${path}`,
        iat: Math.floor(Date.now() / 1000),
        jti: randomBytes(16).toString('base64url'),
        ...(browser.token && { ath: createHash('sha256').update(browser.token).digest('base64url') }),
      }
      const signed = `${header}.${json(claims)}`
      const proof = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      const headers = {
        'content-type': 'application/json',
        dpop: `${signed}.${proof}`,
        'portico-site': 'load https://shop.example',
        'x-forwarded-for': network,
        ...(browser.token && { authorization: `DPoP ${browser.token}` }),
      }
      calls += 1
      return send(`${siteUrls[calls % siteUrls.length]}${path}`, headers, JSON.stringify(body))
    },
  }
  return browser
}

function send(url, headers, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const told = Buffer.concat(parts).toString()
        if (answer.statusCode === 200) resolve(JSON.parse(told))
        else reject(new Error(`${new URL(url).pathname}: ${answer.statusCode} ${told.slice(0, 200)}`))
      })
    })
    // The service closes a connection that is idle for 5 s, maybe as this call is on its way: it has not been read then.
    sent.on('error', (error) => (sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(send(url, headers, body)) : reject(error)))
    sent.end(body)
  })
}
