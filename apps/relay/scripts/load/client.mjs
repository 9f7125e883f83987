import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { base58, base64urlnopad } from '@scure/base'
import { WebSocket } from 'ws'

const json = (value) => base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)))
/** PKCS #8 of an ed25519 key, up to the seed. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A key of its own, and the token that it signs. */
export function identity() {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, randomBytes(32)]), format: 'der', type: 'pkcs8' })
  const publicKey = base64urlnopad.decode(createPublicKey(key).export({ format: 'jwk' }).x)
  const iss = `did:key:z${base58.encode(new Uint8Array([0xed, 0x01, ...publicKey]))}`
  const token = (aud) => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss, sub: randomBytes(32).toString('hex'), aud, iat, exp: iat + 86_400 }
    const signed = `${json({ alg: 'EdDSA', typ: 'JWT' })}.${json(claims)}`
    return `${signed}.${base64urlnopad.encode(sign(null, Buffer.from(signed), key))}`
  }
  return { token }
}

export const randomTopic = () => randomBytes(32).toString('hex')

/**
 * A connection that acknowledges what it is pushed. Requests reject when it closes.
 * @param {string} url @param {{ who?: ReturnType<typeof identity>, onPush?: (data: any) => void }} options
 */
export async function connect(url, { who = identity(), onPush = () => {} } = {}) {
  const socket = new WebSocket(`${url}/?auth=${who.token(url)}`, { perMessageDeflate: false })
  const waiting = new Map()
  let next = 0
  socket.on('message', (data) => {
    const frame = JSON.parse(data)
    if (frame.method === 'irn_subscription') {
      socket.send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
      onPush(frame.params.data)
      return
    }
    const { resolve, reject } = waiting.get(frame.id) ?? {}
    waiting.delete(frame.id)
    if (frame.error) reject?.(new Error(`${frame.error.code} ${frame.error.message}`))
    else resolve?.(frame.result)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('closed'))
    waiting.clear()
  })
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error('closed'))
      const id = String(++next)
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  return {
    closed,
    subscribe: (topic) => request('irn_subscribe', { topic }),
    publish: (topic, message) => request('irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: false }),
    close: () => socket.terminate(),
  }
}
