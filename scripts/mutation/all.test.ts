// Loads every test of a group, runs none by itself, and then what the runner asks for: `inPlace.mjs`.
import { BroadcastChannel } from 'node:worker_threads'
import { type RunnerTask, type RunnerTestCase, type RunnerTestSuite, TestRunner, describe, inject, test } from 'vitest'
import { filesOf } from './files.mjs'
import type { Answer, Request, TestResult } from './messages.js'

/** What Stryker writes into what it mutates. */
interface Stryker {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number | undefined
  mutantCoverage?: { perTest?: Record<string, unknown>; static?: Record<string, unknown> }
}
const stryker: Stryker = ((globalThis as { __stryker__?: Stryker }).__stryker__ ??= {})

const namesOf = (task: RunnerTask): string[] => (task.suite ? [...namesOf(task.suite), task.name] : [task.name])
const suitesOf = (task: RunnerTask): RunnerTestSuite[] => (task.suite ? [...suitesOf(task.suite), task.suite] : [task.file])
const testsOf = (task: RunnerTask): RunnerTestCase[] => {
  if (task.type === 'test') return task.mode === 'run' ? [task] : []
  return task.tasks.flatMap(testsOf)
}

/** Runs a test with its hooks, as Vitest does. @returns what it failed with */
async function attempt(task: RunnerTestCase & { onFinished?: (() => unknown)[] }): Promise<string | undefined> {
  const suites = suitesOf(task)
  const after: (() => unknown)[] = []
  let failure: string | undefined
  try {
    for (const suite of suites) {
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) {
        const cleanup: unknown = await hook(task.context, suite)
        if (typeof cleanup === 'function') after.unshift(() => cleanup(task.context, suite))
      }
    }
    await TestRunner.getTestFn(task)()
    if (task.fails) failure = 'It was to fail.'
  } catch (error) {
    if (!task.fails) failure = String(error)
  }
  for (const suite of suites.toReversed()) {
    for (const hook of TestRunner.getSuiteHooks(suite).afterEach.toReversed()) after.push(() => hook(task.context, suite))
  }
  for (const finish of [...after, ...(task.onFinished ?? [])]) {
    try {
      await finish()
    } catch (error) {
      failure ??= String(error)
    }
  }
  task.onFinished = []
  return failure
}

async function firstFailure(tasks: readonly RunnerTestCase[]): Promise<string | undefined> {
  for (const task of tasks) {
    const failure = await attempt(task)
    if (failure !== undefined) return failure
  }
  return undefined
}

async function setUp(suite: RunnerTask): Promise<void> {
  if (suite.type === 'test') return
  for (const hook of TestRunner.getSuiteHooks(suite).beforeAll) await hook(suite)
  for (const task of suite.tasks) await setUp(task)
}

async function tearDown(suite: RunnerTask): Promise<void> {
  if (suite.type === 'test') return
  for (const task of suite.tasks) await tearDown(task)
  for (const hook of TestRunner.getSuiteHooks(suite).afterAll) await hook(suite)
}

test('what the runner asks for', { timeout: 0 }, async ({ task: own }) => {
  const channel = new BroadcastChannel(inject('channel'))
  /** By name: those of a table may share one. */
  const tests = new Map<string, RunnerTestCase[]>()
  for (const task of testsOf(own.file)) {
    const id = namesOf(task).join(' > ')
    if (task !== own) tests.set(id, [...(tests.get(id) ?? []), task])
  }
  /** In ms. Short tests come first: most mutants are found by one of them. */
  const took = new Map<string, number>()
  /** What has found a mutant, the latest first: it mostly finds the next one, which stands beside it. */
  let found: readonly string[] = []
  const answer = (told: Partial<Answer>): void => {
    channel.postMessage({ tests: [], mutantCoverage: undefined, failed: undefined, count: 0, hits: 0, isSpoilt: false, ...told })
  }
  const runAll = async (): Promise<void> => {
    const results: TestResult[] = []
    const left = new Set<string>()
    for (const [id, tasks] of tests) {
      const started = performance.now()
      stryker.currentTestId = id
      const failure = await firstFailure(tasks)
      stryker.currentTestId = undefined
      const timeSpentMs = performance.now() - started
      took.set(id, timeSpentMs)
      // What can't be run twice, as on a chain that remembers, says nothing of a mutant here.
      if (failure === undefined && (await firstFailure(tasks)) !== undefined) {
        left.add(id)
        console.error(`left out: ${id}`)
      } else results.push({ id, name: id, status: failure === undefined ? 0 : 1, timeSpentMs, failureMessage: failure ?? '' })
    }
    const { perTest = {}, static: whileLoading = {} } = stryker.mutantCoverage ?? {}
    const counted = Object.fromEntries(Object.entries(perTest).filter(([id]) => !left.has(id)))
    answer({ tests: results, mutantCoverage: { perTest: counted, static: whileLoading } })
  }
  const runSome = async ({ id, tests: ids, hitLimit }: Request & { kind: 'mutant' }): Promise<void> => {
    const mutated = (task: RunnerTestCase): Promise<string | undefined> => {
      Object.assign(stryker, { activeMutant: id, hitLimit, hitCount: 0 })
      return attempt(task)
    }
    const plain = (task: RunnerTestCase): Promise<string | undefined> => {
      Object.assign(stryker, { activeMutant: undefined, hitLimit: undefined })
      return attempt(task)
    }
    let [count, hits] = [0, 0]
    const short = ids.toSorted((a, b) => (took.get(a) ?? 0) - (took.get(b) ?? 0))
    const asked = new Set(ids)
    const ordered = new Set([...found.filter((each) => asked.has(each)), ...short])
    for (const [test, task] of [...ordered].flatMap((each) => (tests.get(each) ?? []).map((task) => [each, task] as const))) {
      count++
      const message = await mutated(task)
      hits += stryker.hitCount ?? 0
      if (message === undefined && hits <= (hitLimit ?? hits)) continue
      const isSpoilt = (await plain(task)) !== undefined
      // With a real chain a test may fail by itself: one that finds the mutant finds it twice.
      if (!isSpoilt && (await mutated(task)) === undefined) continue
      stryker.activeMutant = undefined
      found = [test, ...found.filter((each) => each !== test)]
      return answer({ failed: { id: test, message: message ?? '' }, count, hits, isSpoilt })
    }
    stryker.activeMutant = undefined
    answer({ count, hits })
  }
  await new Promise<void>((resolve) => {
    channel.onmessage = ({ data }: { data: Request }) => {
      if (data.kind === 'end') return resolve()
      if (data.kind === 'all') return void runAll()
      void runSome(data)
    }
    setUp(own.file).then(
      () => answer({}),
      (error: unknown) => answer({ failed: { id: 'beforeAll', message: String(error) } }),
    )
  })
  channel.close()
  await tearDown(own.file)
  for (const task of own.file.tasks) if (task !== own) task.mode = 'skip'
})

for (const file of filesOf((process.env['PORTICO_MUTATION_TESTS'] ?? '').split(' ')))
  describe(file, async () => await import(/* @vite-ignore */ `${process.cwd()}/${file}`))
