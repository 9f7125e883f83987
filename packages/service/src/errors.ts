/** What a service throws to whoever runs it, before it starts or when it can't go on. `message` is for the person at the terminal. */
export abstract class OperatorError extends Error {
  abstract readonly code: string
  /** What can't be used, as its option is named: `database`. Whoever set it by a variable reads the variable's name. */
  readonly option: string | undefined
  constructor(message: string, { option, cause }: { option?: string | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.option = option
  }
}

/** An option or an environment variable that can't be used. */
export class OptionsError extends OperatorError {
  override readonly name = 'OptionsError'
  readonly code = 'options'
}

/** The database can't be opened, or a migration failed. */
export class DatabaseError extends OperatorError {
  override readonly name = 'DatabaseError'
  readonly code = 'database'
}

/** The address is taken, or may not be listened on. */
export class ListenError extends OperatorError {
  override readonly name = 'ListenError'
  readonly code = 'listen'
  constructor({ host, port, cause, option }: { host: string; port: number; cause: unknown; option?: string | undefined }) {
    super(`Can't listen on port ${port} of ${host}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause, option })
  }
}

/** Keys can't be dropped yet. */
export class RotationError extends OperatorError {
  override readonly name = 'RotationError'
  readonly code = 'rotation'
}

/** The audit log is not as it was written, or can't be checked against what was kept. */
export class AuditError extends OperatorError {
  override readonly name = 'AuditError'
  readonly code = 'audit'
}
