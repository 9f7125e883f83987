/** What the runner asks of the thread that holds the tests. */
export type Request =
  | { kind: 'all' }
  | { kind: 'mutant'; id: string; tests: readonly string[]; hitLimit: number | undefined }
  | { kind: 'end' }

/** As Stryker takes it: `status` is 0 for a test that passed, 1 for one that failed. */
export interface TestResult {
  id: string
  name: string
  status: 0 | 1
  timeSpentMs: number
  failureMessage: string
}

/** What it is told. Of a mutant: the first test that failed, how many were run, how often the mutant was reached. */
export interface Answer {
  tests: readonly TestResult[]
  mutantCoverage: unknown
  failed: { id: string; message: string } | undefined
  count: number
  hits: number
  isSpoilt: boolean
}

declare module 'vitest' {
  export interface ProvidedContext {
    channel: string
  }
}
