import { expect, test } from 'vitest'
import { type KeysContext, adopt, current, exclusive, hold, lock } from './context.js'
import { WalletNotOpenError } from './errors.js'

const fresh = (): KeysContext => ({
  api: undefined as never,
  store: undefined as never,
  passkeys: undefined,
  stretch: undefined as never,
  typed: () => Promise.resolve(undefined),
  state: { opened: undefined, held: undefined, asking: undefined, untidy: false, background: Promise.resolve(), last: Promise.resolve() },
})
const half = (byte: number) => new Uint8Array(32).fill(byte)
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)

test('before it is opened there is no wallet, and an answer without one opens nothing', () => {
  const context = fresh()
  expect(() => current(context)).toThrow(WalletNotOpenError)
  expect(() => adopt(context, { wallet: null } as never)).toThrow(
    expect.objectContaining({ name: 'KeyServiceError', code: 'malformed', message: 'The wallet is not there.' }),
  )
  expect(context.state.opened).toBeUndefined()
  const opened = adopt(context, { wallet: { id: 'w' } } as never)
  expect(opened).toMatchObject({ wallet: { id: 'w' } })
  expect(current(context)).toBe(opened)
})

test('S44: a half in memory is zeroed by the next one, and by the lock, after which nothing is left', () => {
  const context = fresh()
  const [first, second, next] = [half(1), half(2), half(3)]
  hold(context, { id: 'a', first, second })
  hold(context, { id: 'b', first: next })
  expect([isZero(first), isZero(second), isZero(next)]).toEqual([true, true, false])
  adopt(context, { wallet: { id: 'w' } } as never)
  context.state.untidy = true
  lock(context)
  expect(isZero(next)).toBe(true)
  expect(context.state).toMatchObject({ opened: undefined, held: undefined, untidy: false })
})

test('ways are written one after the other, also after one that failed', async () => {
  const context = fresh()
  const order: string[] = []
  const write = (name: string, milliseconds: number, fails = false) =>
    exclusive(context, async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      order.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const [one, two, three] = [write('one', 20, true), write('two', 5), write('three', 0)]
  await expect(one).rejects.toThrow('one')
  expect(await Promise.all([two, three])).toEqual(['two', 'three'])
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})
