interface Waiting {
  readonly core: { readonly relayer: { readonly publisher: object } }
  readonly engine: object
}

/**
 * Cuts waits of an official client that do nothing but wait: 15 s for a message that broke with its connection, before it is sent again, and
 * a second between two requests that its wallet shows. What it does is the same. @throws Error when it has no such wait any more
 */
export function hurry({ core, engine }: Waiting): void {
  const shorten = (of: object, name: string, value: number) => {
    if (typeof Reflect.get(of, name) !== 'number') throw new Error(`The official client has no ${name}.`)
    Reflect.set(of, name, value)
  }
  shorten(core.relayer.publisher, 'initialPublishTimeout', 2_000) // ms
  shorten(engine, 'requestQueueDelay', 0.2) // s
}
