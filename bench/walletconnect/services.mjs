// What runs beside the browser: the relay, the gateway, and the hosts of others, alive or dead. Each ends with `stopAll`.
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import https from 'node:https'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../..')

export function createServices() {
  const stops = []
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-walletconnect-'))
  const children = new Set()
  // On Ctrl-C the browser's driver ends this process by itself, without waiting for anybody.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })

  function keep(child) {
    children.add(child)
    const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => children.delete(child))
    stops.push(async () => {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(late)
    })
    return child
  }

  /** A program of ours that writes a JSON line with its port or its URL once it listens. @returns its port */
  async function service(file, env) {
    const child = keep(
      spawn(process.execPath, [path.join(root, file)], {
        cwd: folder,
        env: { ...process.env, INIT_CWD: folder, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    )
    for await (const line of createInterface(child.stdout)) {
      const port = /"(?:port":|url":"http:\/\/127\.0\.0\.1:)(\d+)/.exec(line)?.[1]
      if (!port) continue
      child.stdout.resume()
      return port
    }
    throw new Error(`${file} did not start.`)
  }

  /** Our relay as anybody runs it, with SQLite in a file. @returns its URL */
  const startRelay = async () =>
    `ws://127.0.0.1:${await service('apps/relay/bin/relay.mjs', { PORTICO_RELAY_PORT: '0', PORTICO_RELAY_DATABASE: path.join(folder, 'relay.db') })}`

  const startGateway = async () => `http://127.0.0.1:${await service('apps/gateway/bin/gateway.mjs', { PORTICO_GATEWAY_PORT: '0' })}`

  /** A program built by build.mjs, that answers one call at a time. */
  async function startProgram(file, env) {
    const child = keep(fork(file, { env: { ...process.env, DISABLE_GLOBAL_CORE: 'true', ...env } }))
    await once(child, 'message')
    const call = async (name, given) => {
      const answer = once(child, 'message')
      child.send({ call: name, given })
      const [{ result, error }] = await answer
      if (error) throw new Error(error)
      return result
    }
    return { call, send: (message) => child.send(message), onError: (listen) => child.on('message', ({ error }) => error && listen(error)) }
  }

  const listening = async (server) => {
    const sockets = new Set()
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const stop = async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    }
    stops.push(stop)
    return server.address().port
  }

  /**
   * Every host of the outside, alive: the page of attestations answers at once, the gateway's name leads to ours, and all else is
   * answered with 404.
   */
  const startOutside = (gateway) => {
    const server = https.createServer(certificate(folder), async (request, response) => {
      const host = String(request.headers.host)
      const { pathname, search, searchParams } = new URL(request.url, `https://${host}`)
      if (host.startsWith('verify.') && pathname.endsWith('/attestation')) {
        response.writeHead(200, { 'content-type': 'text/html' })
        return response.end(attestationPage(searchParams.get('id')))
      }
      if (host.startsWith('gateway.') && gateway) {
        const answer = await fetch(`${gateway}${pathname}${search}`)
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', 'access-control-allow-origin': '*' })
        return response.end(Buffer.from(await answer.arrayBuffer()))
      }
      response.writeHead(404, { 'access-control-allow-origin': '*' }).end()
    })
    return listening(server)
  }

  /** Takes connections and never says anything. */
  const startSilence = () => listening(net.createServer())

  /** A port that refuses. */
  const refusing = async () => {
    const server = net.createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address()
    server.close()
    await once(server, 'close')
    return port
  }

  let stopped
  const stopAll = () =>
    (stopped ??= Promise.allSettled(stops.splice(0).map(async (stop) => stop())).then(() =>
      fs.rmSync(folder, { recursive: true, force: true }),
    ))
  return { startRelay, startGateway, startProgram, startOutside, startSilence, refusing, stopAll, onStop: (stop) => stops.push(stop) }
}

function certificate(folder) {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name))
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=bench']
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
}

/** What the hosted page says to the frame's parent: a token that names the message. Its signature is for wallets to check. */
function attestationPage(id) {
  const part = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const attestation = [
    { alg: 'ES256', typ: 'JWT' },
    { id, exp: Math.floor(Date.now() / 1000) + 3600, origin: 'http://localhost', isScam: false, isVerified: true },
    'x',
  ]
    .map(part)
    .join('.')
  return `<!doctype html><script>parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation: ${JSON.stringify(attestation)} }), '*')</script>`
}
