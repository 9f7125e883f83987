import { fakeAdapter, testPortico } from '@portico/testing'
import { describe, expect, test } from 'vitest'
import {
  activateConnection,
  connect,
  estimateFee,
  openModal,
  PorticoError,
  sendTransaction,
  signAndSendTransaction,
  signMessage,
  signMessageWithProtocol,
  signPsbt,
  signTransactions,
  signTypedData,
  switchNetwork,
} from '../index.js'
import { currentEntry, routerStore } from '../kit/index.js'

/** As a site in JavaScript calls them. */
const actions: Readonly<Record<string, (...given: never) => unknown>> = {
  activateConnection,
  connect,
  estimateFee,
  sendTransaction,
  signAndSendTransaction,
  signMessage,
  signMessageWithProtocol,
  signPsbt,
  signTransactions,
  signTypedData,
  switchNetwork,
}

describe('what is called without parameters', () => {
  test.each(Object.entries(actions))('%s fails as with wrong ones, and not at something of its own', async (_, action) => {
    const portico = testPortico({ adapters: [fakeAdapter()] })
    const failureOf = async (...given: readonly unknown[]): Promise<unknown> => {
      const called: unknown = Reflect.apply(action, undefined, [portico, ...given])
      return Promise.resolve(called).catch((error: unknown) => error)
    }
    const error = await failureOf()
    expect(error).toBeInstanceOf(PorticoError)
    expect(error).toEqual(await failureOf({}))
  })

  test('openModal opens Connect', () => {
    const portico = testPortico({})
    openModal(portico)
    expect(currentEntry(routerStore(portico).getState())?.view).toBe('Connect')
  })
})
