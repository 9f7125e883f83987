import { ofKind } from '../kit/checks.js'
import { parseSavedState, type SavedState } from './savedState.js'
import type { PorticoStorage } from './storage.js'

/**
 * Storage in a cookie, so that a server can render what the visitor will see. First-party, `SameSite=Lax`, a year.
 * @example createPortico({ adapters, storage: cookieStorage(), initialState: savedStateFromCookie(headers.get('cookie')) })
 */
export function cookieStorage(): PorticoStorage {
  const attributes = 'path=/; max-age=31536000; samesite=lax'
  const secure = () => (location.protocol === 'https:' ? '; secure' : '')
  return {
    getItem: (key) => (typeof document === 'undefined' ? null : readCookie(document.cookie, key)),
    setItem: (key, value) => {
      document.cookie = `${encodeURIComponent(key)}=${encodeURIComponent(value)}; ${attributes}${secure()}`
    },
    removeItem: (key) => {
      document.cookie = `${encodeURIComponent(key)}=; path=/; max-age=0`
    },
  }
}

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * The saved state in a `Cookie` header, or undefined. `id` is the portico's. Anything malformed is left out.
 * @example const initialState = savedStateFromCookie(incoming.headers.cookie)
 * @throws {@link InvalidOptionError} where `NODE_ENV` is not `production`, for what is no text, such as all the headers
 */
export function savedStateFromCookie(header: string | null | undefined, id = 'portico'): SavedState | undefined {
  if (process.env.NODE_ENV !== 'production' && header) {
    ofKind('string')('header', header)
    ofKind('string')('id', id)
  }
  const value = header ? readCookie(header, `@portico/${id}/state`) : null
  return value === null ? undefined : parseSavedState(value)
}

function readCookie(cookies: string, key: string): string | null {
  const name = `${encodeURIComponent(key)}=`
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(name))
  if (!found) return null
  try {
    return decodeURIComponent(found.slice(name.length))
  } catch {
    return null
  }
}
