/**
 * Loads code, and where the browser says that it is offline, only once the page's own host answers. Chromium keeps of a module that
 * could not be fetched that it failed, and asks for it no more until the page is loaded anew: whoever pressed while they were offline
 * would press in vain ever after. A service worker may have the code, so that where there is one it is asked for at once.
 * @example const { connect } = await loadCode(() => import('@portico/core'))
 * @throws what `load` throws, and a TypeError where nobody answers
 */
export function loadCode<T>(load: () => Promise<T>): Promise<T> {
  const { navigator } = globalThis
  if (navigator?.onLine !== false || navigator.serviceWorker?.controller) return load()
  // Not every browser that says so is: the page's own address is asked for.
  return fetch('', { method: 'HEAD', cache: 'no-store' }).then(load)
}
