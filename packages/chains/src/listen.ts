import type { Server } from 'node:http'
import { PortInUseError } from './errors.js'

/** Resolves when the server listens. @throws PortInUseError with the name of the part that wanted the port */
export function listen(server: Server, { host, port, part }: { host: string; port: number; part: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError({ port, part }) : error)
    })
    server.listen(port, host, resolve)
  })
}

/** Stops listening and drops the connections that are open. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
