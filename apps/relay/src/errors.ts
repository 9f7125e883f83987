import { OperatorError } from '@portico/service'

/** A port that something else listens on. */
export class PortInUseError extends OperatorError {
  override readonly name = 'PortInUseError'
  readonly code = 'port-in-use'
  readonly port: number
  constructor({ port }: { port: number }) {
    super(`Port ${port} is in use. Stop what listens there or set PORTICO_RELAY_PORT.`)
    this.port = port
  }
}

/** A database file or a Redis that can't be opened, is of another version, or does not answer. */
export class StorageError extends OperatorError {
  override readonly name = 'StorageError'
  readonly code = 'storage'
}

/** A relay that was stopped before it was ready. */
export class StoppedError extends OperatorError {
  override readonly name = 'StoppedError'
  readonly code = 'stopped'
  constructor() {
    super('The relay was stopped before it was ready.')
  }
}
