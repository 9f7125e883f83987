/** What browsers tell of the line and the device, where they do (Network Information, Device Memory). */
interface Hints {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
  readonly deviceMemory?: number
}

/** Whether bytes or memory are dear here: the visitor asked to save data, the line is 2g, or the device has 1 GiB of memory or less. */
function isFrugal(): boolean {
  const { connection, deviceMemory = 8 } = navigator as Hints // a guess where the browser does not say
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true || deviceMemory <= 1
}

/**
 * Runs something that only saves time later: once the page has loaded and has nothing else to do, never where bytes or memory are
 * dear, and not after `signal` aborts.
 */
export function whenIdle(run: () => void, signal: AbortSignal): void {
  const start = () => {
    if (!signal.aborted && !isFrugal()) run()
  }
  // Safari has no idle callback: a moment after the load has to do.
  const wait = () => (window.requestIdleCallback ? window.requestIdleCallback(start, { timeout: 3000 }) : window.setTimeout(start, 200))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal })
}
