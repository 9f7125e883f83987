import { fakeAdapter, testPortico } from '@portico/testing'
import { describe, expect, test } from 'vitest'
import * as core from '../index.js'
import { currentEntry, routerStore } from '../kit/index.js'

/** As a site in JavaScript calls them. */
const actions = [
  'activateConnection',
  'connect',
  'estimateFee',
  'sendTransaction',
  'signAndSendTransaction',
  'signMessage',
  'signMessageWithProtocol',
  'signPsbt',
  'signTransactions',
  'signTypedData',
  'switchNetwork',
] as const

describe('what is called without parameters', () => {
  test.each(actions)('%s fails as with wrong ones, and not at something of its own', async (name) => {
    const portico = testPortico({ adapters: [fakeAdapter()] })
    const failureOf = async (...given: readonly unknown[]): Promise<unknown> => {
      const called: unknown = Reflect.apply(core[name], undefined, [portico, ...given])
      return Promise.resolve(called).catch((error: unknown) => error)
    }
    const error = await failureOf()
    expect(error).toBeInstanceOf(core.PorticoError)
    expect(error).toEqual(await failureOf({}))
  })

  test('openModal opens Connect', () => {
    const portico = testPortico({})
    core.openModal(portico)
    expect(currentEntry(routerStore(portico).getState())?.view).toBe('Connect')
  })
})
