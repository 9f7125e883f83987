/**
 * Runs a task while no other tab of the site runs one of the same name, and at once where the browser has no locks.
 * @example const sent = await exclusively(`shop:batch:${id}`, () => sendNext(id)) // two tabs never send the same call
 */
export function exclusively<T>(name: string, task: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  return locks ? locks.request(name, task) : task()
}
