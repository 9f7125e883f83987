/** A property of anything. Whatever it is, and whatever its getter throws, reading it throws nothing. */
export function read(value: unknown, name: string): unknown {
  try {
    return isObject(value) ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

/** A property at the end of a path, such as `XverseProviders.BitcoinProvider`. Throws nothing. */
export const readPath = (value: unknown, path: string): unknown => path.split('.').reduce(read, value)

/** Something with properties: an object, or a function. */
export const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Whether a property is a function. */
export const can = (value: unknown, name: string): boolean => typeof read(value, name) === 'function'
