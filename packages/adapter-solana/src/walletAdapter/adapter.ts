/** What an adapter of `@solana/wallet-adapter-base` has at the least. The rest is looked for when it is needed: adapters differ. */
export interface AdapterLike {
  readonly name: string
  readonly icon: string
  readonly readyState: string
  connect(): Promise<void>
  disconnect(): Promise<void>
}

/** Reads anything off anything. Never throws. */
export function peek(value: unknown, name: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

/** Calls a method that may not be there. @throws whatever the method throws */
export function call(value: unknown, name: string, ...parameters: readonly unknown[]): unknown {
  const method = peek(value, name)
  return typeof method === 'function' ? Reflect.apply(method, value, parameters) : undefined
}
