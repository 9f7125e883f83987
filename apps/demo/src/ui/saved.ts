/** What the page keeps in the browser. Without storage, and on a server, nothing is there. */
export function readSaved(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or forgets it. Without storage it lasts until the page is left. */
export function save(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Nothing can be kept here.
  }
}
