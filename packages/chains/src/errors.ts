/** A port that something else listens on. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
  readonly code = 'port-in-use'
  readonly port: number
  readonly part: string
  constructor({ port, part }: { port: number; part: string }) {
    super(`Port ${port} (${part}) is in use.`)
    this.port = port
    this.part = part
  }
}

/** A chain that was asked before it started or after it stopped. */
export class NotRunningError extends Error {
  override readonly name = 'NotRunningError'
  readonly code = 'not-running'
}
