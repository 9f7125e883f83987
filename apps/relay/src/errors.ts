/** What the relay throws to whoever runs it. `code` is stable, `message` is a sentence for the person at the terminal. */
export abstract class RelayError extends Error {
  abstract readonly code: string
}

/** An option or an environment variable that can't be used. Thrown before anything starts. */
export class RelayOptionsError extends RelayError {
  override readonly name = 'RelayOptionsError'
  readonly code = 'options'
}

/** A port that something else listens on. */
export class PortInUseError extends RelayError {
  override readonly name = 'PortInUseError'
  readonly code = 'port-in-use'
  readonly port: number
  constructor({ port }: { port: number }) {
    super(`Port ${port} is in use. Stop what listens there or set PORTICO_RELAY_PORT.`)
    this.port = port
  }
}

/** A database file or a Redis that can't be opened, is of another version, or does not answer. */
export class StorageError extends RelayError {
  override readonly name = 'StorageError'
  readonly code = 'storage'
}

/** A relay that was stopped before it was ready. */
export class StoppedError extends RelayError {
  override readonly name = 'StoppedError'
  readonly code = 'stopped'
  constructor() {
    super('The relay was stopped before it was ready.')
  }
}
