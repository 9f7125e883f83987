export interface Promised {
  readonly id: string
  readonly name: string
  readonly runs: number
  readonly accepted?: number
  readonly crashes?: number
  readonly pending?: number
  readonly milliseconds?: number
  readonly more?: Readonly<Record<string, number | string>>
}

/** Notes a figure, where PORTICO_PROMISES names a folder; elsewhere nothing happens. */
export function recordPromise(promised: Promised): void
