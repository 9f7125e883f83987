import { createServer } from 'node:net'

/** Below those from which systems give one to every connection that goes out: none of these can take it before the test's server does. */
const lowest = 20_000
const count = 10_000

/** A port of loopback that nothing listens on, for a server of a test that has to be told one. */
export async function freePort(): Promise<number> {
  const port = lowest + Math.floor(Math.random() * count)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
