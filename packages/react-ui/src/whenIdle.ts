/** Runs something once the page has loaded and has nothing else to do, unless `signal` aborts before. */
export function whenIdle(run: () => void, signal: AbortSignal): void {
  const later = () => {
    if (signal.aborted) return
    const id = window.requestIdleCallback ? window.requestIdleCallback(run, { timeout: 3000 }) : window.setTimeout(run, 200)
    signal.addEventListener('abort', () => (window.cancelIdleCallback ? window.cancelIdleCallback(id) : window.clearTimeout(id)))
  }
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true, signal })
}
