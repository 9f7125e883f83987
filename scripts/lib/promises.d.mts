export interface Promised {
  readonly id: string
  readonly name: string
  readonly runs: number
  /** Attacks that got through. */
  readonly accepted: number
  /** Where they were counted. */
  readonly crashes?: number
  /** Promises that never settled, where they were counted. */
  readonly pending?: number
  /** `performance.now()` of when it began, for a figure of several tests: that of this test unless told. */
  readonly since?: number
  readonly more?: Readonly<Record<string, number | string>>
}

/** The name of what each test that names a promise notes by itself: it is one run, accepted where it fails. */
export const testsOf: string

/** Says that a test begins: its figures tell the time from here on. */
export function beginTest(at?: number): void

/**
 * Notes a figure with the real time of the test, where PORTICO_PROMISES names a folder; elsewhere nothing is written.
 * @throws TypeError for a figure that nothing was counted for
 */
export function recordPromise(promised: Promised): void

export interface Tally {
  runs: number
  accepted: number
  crashes: number
  pending: number
}

/**
 * Counts what becomes of attacks: every column of a figure.
 * @param options `isRefusal`: what an attacker may be told by throwing, none unless told; else it is a crash. `patience`: milliseconds
 *   after which an attack counts as never settled
 */
export function tallyAttacks(options?: { isRefusal?: (error: unknown) => boolean; patience?: number }): {
  readonly tally: Tally
  /** @param attack whether it got through */
  readonly attempt: (attack: Promise<boolean>) => Promise<void>
}
