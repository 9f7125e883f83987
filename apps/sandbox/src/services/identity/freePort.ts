import { createServer } from 'node:net'

/** A port of loopback that nothing listens on, for a test's own server. */
export function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('The server has no port.'))))
    })
  })
}
