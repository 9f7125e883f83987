import { NameMessageRefusedError } from './errors.js'

/**
 * Holds a message about an account's name (`{ name, …, origin, timestamp }`, as the gateway's names have it) to the page that asks: else
 * any page could have its visitors hand their names over, or give them up. Other texts are left alone.
 * @param origin verified, of the host page
 * @throws NameMessageRefusedError when it says that it is for another page
 */
export function checkNameMessage(text: string, origin: string): void {
  const said = read(text)
  if (said === undefined || said === origin) return
  throw new NameMessageRefusedError()
}

/** Which page it is for; undefined where it names none. Read with as much patience as anybody who verifies it may have. */
function read(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.trim())
    if (typeof value !== 'object' || value === null || !('origin' in value)) return undefined
    return 'name' in value && 'timestamp' in value ? value.origin : undefined
  } catch {
    return undefined
  }
}
