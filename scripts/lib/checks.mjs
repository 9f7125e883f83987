// Checks that are printed one by one, of something that runs.
import { setTimeout as sleep } from 'node:timers/promises'

let failed = 0

/** How many checks failed. */
export const failures = () => failed

/** Does the work, and prints whether it held. */
export async function check(/** @type {string} */ what, /** @type {() => unknown} */ work) {
  try {
    await work()
    console.log(`ok      ${what}`)
  } catch (error) {
    failed += 1
    const said = error instanceof Error ? error.message : String(error)
    console.log(`FAILED  ${what}\n        ${said.replaceAll('\n', '\n        ')}`)
  }
}

/** @throws Error with the problem, where the condition does not hold */
export function holds(/** @type {boolean} */ condition, /** @type {string} */ problem) {
  if (!condition) throw new Error(problem)
}

/** Whether it does not throw. */
export function succeeds(/** @type {() => unknown} */ work) {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** @template Value @param {string} what @param {() => Value} work @returns {Promise<Value>} @throws Error after a minute */
export async function until(what, work) {
  const end = Date.now() + 60_000
  for (;;) {
    try {
      return work()
    } catch (error) {
      const said = error instanceof Error ? error.message : ''
      if (Date.now() > end) throw new Error(`Not within a minute: ${what}. ${said}`, { cause: error })
      await sleep(500)
    }
  }
}
