import type { Connector } from '@portico/core'
import type { EmbeddedWallet } from '@portico/core/embedded'
import { expectTypeOf, test } from 'vitest'
import type { FrameClient } from './client/index.js'
import type { FrameHandlers } from './frame/index.js'
import { embedded, type EmbeddedConnector } from './index.js'
import type { AnswerPayload, AppMessage, FrameEvent, FrameMessage, RequestName, RequestPayload } from './protocol/index.js'

test('the connector is one of core’s', () => {
  expectTypeOf<EmbeddedConnector>().toExtend<Connector>()
  expectTypeOf<EmbeddedConnector['embedded']>().toExtend<EmbeddedWallet>()
  expectTypeOf(embedded({ url: '' }).create).returns.toEqualTypeOf<EmbeddedConnector>()
})

test('there are 27 requests, and each but the abort has a handler', () => {
  expectTypeOf<keyof FrameHandlers>().toEqualTypeOf<Exclude<RequestName, 'RPC_ABORT'>>()
  expectTypeOf<'CONNECT_EMAIL' | 'OPEN_SECURITY' | 'RELOAD'>().toExtend<RequestName>()
  expectTypeOf<'SIGN'>().not.toExtend<RequestName>()
})

test('a payload belongs to its name', () => {
  expectTypeOf<RequestPayload<'CONNECT_OTP'>>().toEqualTypeOf<{ readonly otp: string }>()
  expectTypeOf<RequestPayload<'SIGN_OUT'>>().toEqualTypeOf<undefined>()
  expectTypeOf<AnswerPayload<'IS_CONNECTED'>>().toExtend<{ readonly isConnected: boolean }>()
  expectTypeOf<Extract<AppMessage, { name: 'CONNECT_OTP' }>['type']>().toEqualTypeOf<'APP_CONNECT_OTP'>()
  expectTypeOf<Extract<FrameEvent, { type: 'FRAME_SURFACE' }>['payload']>().toExtend<{ readonly purpose?: string }>()
  expectTypeOf<Extract<FrameMessage, { kind: 'error' }>['payload']>().toHaveProperty('retryAfter')
  expectTypeOf<FrameHandlers['CONNECT_OTP']>().parameter(0).toEqualTypeOf<{ readonly otp: string }>()
})

test('an answer is the one of the request', () => {
  const ask = (client: FrameClient) => client.request('GET_CHAIN_ID', undefined)
  expectTypeOf(ask).returns.resolves.toEqualTypeOf<AnswerPayload<'GET_CHAIN_ID'>>()
  // @ts-expect-error a code is text
  const wrong = (client: FrameClient) => client.request('CONNECT_OTP', { otp: 1 })
  expectTypeOf(wrong).returns.resolves.toBeUndefined()
})

test('options are checked', () => {
  expectTypeOf(embedded).toBeCallableWith({ url: '', socials: ['google', 'x'], defaultAccountTypes: { solana: 'eoa' } })
  // @ts-expect-error no such social account
  expectTypeOf(embedded).toBeCallableWith({ url: '', socials: ['myspace'] })
  // @ts-expect-error an address is needed
  expectTypeOf(embedded).toBeCallableWith({})
})
