import { PorticoError } from '../../kit/errors.js'

/** 'Failed to fetch transactions'. */
export class ActivityUnavailableError extends PorticoError {
  override readonly name = 'ActivityUnavailableError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Failed to fetch transactions', { shown: 'Failed to fetch transactions', cause })
  }
}
