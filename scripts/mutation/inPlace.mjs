// A test runner for Stryker that loads a group's tests once and runs those that reach a mutant where they stand (all.test.ts): Stryker's own
// starts Vitest again for each mutant, which takes seconds where the tests take milliseconds.
import { BroadcastChannel } from 'node:worker_threads'
import { createVitest } from 'vitest/node'

/** @typedef {import('./messages.js').Answer} Answer @typedef {import('./messages.js').Request} Request */

class InPlaceRunner {
  /** @type {BroadcastChannel | undefined} */
  #channel
  /** @type {import('vitest/node').Vitest | undefined} */
  #vitest
  /** @type {(answer: Answer) => void} */
  #answered = () => {}

  // Mutants that are reached while modules load alone are not counted (`ignoreStatic`), so nothing has to be loaded anew for the others.
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    const name = `portico-mutation-${process.pid}`
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }) => this.#answered(data)
    const ready = this.#answer()
    this.#vitest = await createVitest('test', { config: 'scripts/mutation/vitest.config.ts', watch: false, pool: 'threads', maxWorkers: 1 })
    this.#vitest.provide('channel', name)
    const over = this.#vitest.start().then(() => {
      const errors = this.#vitest?.state.getFiles().flatMap(({ result }) => result?.errors?.map(({ message }) => message) ?? [])
      throw new Error(`The tests do not load: ${errors?.join(' ')}`)
    })
    over.catch(() => {})
    const { failed } = await Promise.race([ready, over])
    if (failed) throw new Error(`The tests can't begin: ${failed.message}`)
  }

  /** @returns {Promise<Answer>} */
  #answer() {
    return new Promise((resolve) => (this.#answered = resolve))
  }

  /** @param {Request} request */
  async #ask(request) {
    const answer = this.#answer()
    this.#channel?.postMessage(request)
    return await answer
  }

  async dryRun() {
    const { tests, mutantCoverage } = await this.#ask({ kind: 'all' })
    return { status: 'complete', tests, mutantCoverage }
  }

  /** @param {{ activeMutant: { id: string }, testFilter?: string[], hitLimit?: number }} options */
  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const { failed, count, hits, isSpoilt } = await this.#ask({ kind: 'mutant', id: activeMutant.id, tests: testFilter ?? [], hitLimit })
    if (hitLimit !== undefined && hits > hitLimit) return { status: 'timeout', reason: 'It went round in circles.' }
    if (!failed) return { status: 'survived', nrOfTests: count }
    // What the mutant left behind fails the test without it as well: Stryker begins anew, and asks again.
    if (isSpoilt) throw new Error(`${failed.id} fails without a mutant: ${failed.message}`)
    return { status: 'killed', killedBy: [failed.id], failureMessage: failed.message, nrOfTests: count }
  }

  async dispose() {
    this.#channel?.postMessage({ kind: 'end' })
    this.#channel?.close()
    await this.#vitest?.close()
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-place', injectableClass: InPlaceRunner }]
