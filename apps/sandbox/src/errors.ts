/** What the sandbox throws. `code` is stable, `message` is a sentence for the person at the terminal. */
export abstract class SandboxError extends Error {
  abstract readonly code: string
}

/** An option or an environment variable that can't be used. Thrown before anything starts. */
export class SandboxOptionsError extends SandboxError {
  override readonly name = 'SandboxOptionsError'
  readonly code = 'options'
}

/** A port that something else listens on. Thrown before anything starts. */
export class PortInUseError extends SandboxError {
  override readonly name = 'PortInUseError'
  readonly code = 'port-in-use'
  readonly port: number
  readonly part: string
  constructor({ port, part }: { port: number; part: string }) {
    super(`Port ${port} (${part}) is in use. Stop what listens there or set PORTICO_SANDBOX_PORT_OFFSET.`)
    this.port = port
    this.part = part
  }
}

/** A chain that did not start, or that died. `message` carries the last words of its process. */
export class ChainError extends SandboxError {
  override readonly name = 'ChainError'
  readonly code = 'chain'
}

/** A service beside the chains that did not start. */
export class ServiceError extends SandboxError {
  override readonly name = 'ServiceError'
  readonly code = 'service'
  constructor(problem: string, { cause }: { cause: unknown }) {
    super(`${problem} ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** A chain that answers with a JSON-RPC error. */
export class RpcError extends SandboxError {
  override readonly name = 'RpcError'
  readonly code = 'rpc'
}

/** A transaction of the seed that was not mined or that failed. */
export class SeedError extends SandboxError {
  override readonly name = 'SeedError'
  readonly code = 'seed'
}
