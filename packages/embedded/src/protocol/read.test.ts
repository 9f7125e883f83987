import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { malformed, type Wire } from '../test/malformed.js'
import { answerSamples, eventNames, eventSamples, failureSample, isFree, requestNames, requestSamples } from '../test/samples.js'
import { answers, events, message, readAppMessage, readFrameMessage, requests, type RequestName } from './index.js'

const toFrame: readonly Wire[] = requestNames.map((name) => message(`APP_${name}`, requestSamples[name]))
const toHost: readonly Wire[] = [
  ...requestNames.map((name) => message(`FRAME_${name}_SUCCESS`, answerSamples[name])),
  ...requestNames.map((name) => message(`FRAME_${name}_ERROR`, failureSample)),
  ...eventNames.map((name) => message(`FRAME_${name}`, eventSamples[name])),
]

describe('what is right', () => {
  test('the 27 requests are there, each with an answer', () => {
    expect(Object.keys(requests)).toEqual([
      'CONNECT_EMAIL',
      'CONNECT_DEVICE',
      'CONNECT_OTP',
      'CONNECT_SOCIAL',
      'GET_FARCASTER_URI',
      'CONNECT_FARCASTER',
      'GET_USER',
      'GET_SOCIAL_REDIRECT_URI',
      'SIGN_OUT',
      'IS_CONNECTED',
      'GET_CHAIN_ID',
      'SWITCH_NETWORK',
      'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
      'INIT_SMART_ACCOUNT',
      'SET_PREFERRED_ACCOUNT',
      'RPC_REQUEST',
      'UPDATE_EMAIL',
      'UPDATE_EMAIL_PRIMARY_OTP',
      'UPDATE_EMAIL_SECONDARY_OTP',
      'SYNC_THEME',
      'SYNC_DAPP_DATA',
      'RELOAD',
      'RPC_ABORT',
      'OPEN_SECURITY',
      'SYNC_LOCALE',
      'BACK',
      'ENTER_CODE',
      'CONNECT_KNOWN',
    ])
    expect(Object.keys(answers)).toEqual(Object.keys(requests))
    expect(Object.keys(events)).toEqual(['READY', 'SESSION_UPDATE', 'SURFACE', 'HEIGHT'])
  })

  test.each(requestNames)('%s is read on both sides', (name) => {
    const asked = message(`APP_${name}`, requestSamples[name])
    expect(readAppMessage(asked)).toEqual({ type: `APP_${name}`, name, id: asked.id, payload: requestSamples[name] })
    const answered = message(`FRAME_${name}_SUCCESS`, answerSamples[name], asked.id)
    expect(readFrameMessage(answered)).toEqual({ kind: 'success', name, id: asked.id, payload: answerSamples[name] })
    expect(readFrameMessage(message(`FRAME_${name}_ERROR`, failureSample, asked.id))).toEqual({
      kind: 'error',
      name,
      id: asked.id,
      payload: failureSample,
    })
  })

  test.each(eventNames)('%s is read as an event', (name) => {
    expect(readFrameMessage(message(`FRAME_${name}`, eventSamples[name]))).toMatchObject({
      kind: 'event',
      name,
      payload: eventSamples[name],
    })
  })

  test('what may be left out, may be left out', () => {
    const least: Partial<Record<RequestName, unknown>> = {
      CONNECT_SOCIAL: { uri: 'u' },
      GET_USER: {},
      IS_CONNECTED: undefined,
      RPC_REQUEST: { method: 'wallet_getAssets' },
      SYNC_THEME: {},
      SYNC_DAPP_DATA: { projectId: '' },
      RPC_ABORT: undefined,
    }
    for (const [name, payload] of Object.entries(least))
      expect(readAppMessage(message(`APP_${name}`, payload))).toMatchObject({ name, payload })
    const {
      CONNECT_EMAIL: { action, resendAfter, expiresIn },
    } = answerSamples
    expect(readFrameMessage(message('FRAME_CONNECT_EMAIL_SUCCESS', { action, resendAfter, expiresIn }))?.kind).toBe('success')
    const { address, chainId } = answerSamples.GET_USER
    expect(readFrameMessage(message('FRAME_GET_USER_SUCCESS', { address, chainId, email: null }))?.kind).toBe('success')
    for (const name of ['CONNECT_SOCIAL', 'CONNECT_FARCASTER'])
      expect(readFrameMessage(message(`FRAME_${name}_SUCCESS`, { pending: true }))?.kind).toBe('success')
    for (const event of ['SESSION_UPDATE', 'SURFACE']) expect(readFrameMessage(message(`FRAME_${event}`, {}))?.kind).toBe('event')
    expect(readFrameMessage(message('FRAME_SIGN_OUT_ERROR', { message: '' }))?.kind).toBe('error')
    expect(readFrameMessage(message('FRAME_RPC_REQUEST_SUCCESS', null))).toMatchObject({ kind: 'success', payload: null })
  })

  test('bigints go over the wire as hex, undefined fields and functions not at all', () => {
    expect(message('APP_X', { a: 255n, b: undefined, c: [1n], d: () => 1 }).payload).toEqual({ a: '0xff', c: ['0x1'] })
    expect('payload' in message('APP_X', undefined)).toBe(false)
    const ids = new Set(Array.from({ length: 100 }, () => message('APP_X', 1).id))
    expect(ids.size).toBe(100)
  })
})

describe('what is wrong', () => {
  test.each<[string, readonly unknown[]]>([
    ['CONNECT_EMAIL', [{ email: 'ada' }, { email: 'a@b c' }, { email: `${'a'.repeat(320)}@b` }, { email: '' }]],
    ['CONNECT_OTP', [{ otp: 123456 }, { otp: '1'.repeat(21) }]],
    ['GET_SOCIAL_REDIRECT_URI', [{ provider: 'Google' }, { provider: 'farcaster' }, { provider: '' }]],
    ['SYNC_LOCALE', [{}, { locale: '' }, { locale: 'de"><b>' }, { locale: 7 }, { locale: 'x'.repeat(36) }]],
    ['SWITCH_NETWORK', [{ chainId: '1' }, { chainId: 1 }, { chainId: 'eip155:' }, { chainId: 'eip155:1:2' }]],
    ['SET_PREFERRED_ACCOUNT', [{ type: 'EOA' }, { type: 'contract' }]],
    [
      'SYNC_THEME',
      [
        { themeMode: 'system' },
        { themeVariables: { colour: 'red' } },
        { themeVariables: { accent: {} } },
        { themeVariables: { accent: 'x'.repeat(201) } },
        { w3mThemeVariables: { '--x': 1 } },
        { w3mThemeVariables: [] },
        { w3mThemeVariables: { '--w3m-accent': null } },
      ],
    ],
    ['SYNC_DAPP_DATA', [{}, { projectId: 'p', metadata: { description: 'd' } }, { projectId: 'p', metadata: { name: 'n', icons: 'i' } }]],
    [
      'RPC_REQUEST',
      [{ method: 'eth_call', params: [], chainNamespace: 'near' }, { method: 'eth_call', params: [], chainId: '0x1' }, { params: [] }],
    ],
    ['SIGN_OUT', [null, {}, 0, '']],
    ['RPC_ABORT', [null, { requestId: 1 }, { requestId: 'x'.repeat(37) }]],
  ])('payloads of %s are refused, and their sender is told', (name, bad) => {
    for (const payload of bad) {
      const asked = message(`APP_${name}`, payload)
      expect(readAppMessage(asked)).toEqual({ name, id: asked.id, refused: { message: 'Invalid request', code: -32600 } })
    }
  })

  test('a request that the frame does not know is refused by its name, so that a newer host does not wait', () => {
    const asked = message('APP_MAKE_TEA', { cups: 2 })
    expect(readAppMessage(asked)).toEqual({ name: 'MAKE_TEA', id: asked.id, refused: { message: 'Unknown request', code: -32601 } })
    expect(readAppMessage(message('APP___PROTO__', {}))).toMatchObject({ refused: { code: -32601 } })
    expect(readAppMessage(message(`APP_${'A'.repeat(61)}`, {}))).toBeUndefined()
  })

  test.each<[string, readonly unknown[]]>([
    [
      'FRAME_CONNECT_EMAIL_SUCCESS',
      [
        { action: 'verify_otp', resendAfter: 1, expiresIn: 1 },
        { action: 'CONNECT', resendAfter: 1.5, expiresIn: 1 },
        { action: 'CONNECT', expiresIn: 1 },
        { action: 'CONNECT', resendAfter: 1, expiresIn: 1, match: '123' },
      ],
    ],
    ['FRAME_CONNECT_SOCIAL_SUCCESS', [{ pending: false }, { pending: true, address: '0x' }, {}, undefined]],
    [
      'FRAME_GET_USER_SUCCESS',
      [
        { ...answerSamples.GET_USER, address: '<b>' },
        { ...answerSamples.GET_USER, accounts: [{ address: answerSamples.GET_USER.address, type: 'multisig' }] },
        { ...answerSamples.GET_USER, email: 1 },
        { ...answerSamples.GET_USER, email: 'x'.repeat(321) },
        { ...answerSamples.GET_USER, security: { mode: 'user' } },
      ],
    ],
    [
      'FRAME_GET_SMART_ACCOUNT_ENABLED_NETWORKS_SUCCESS',
      [{ smartAccountEnabledNetworks: ['1'] }, { smartAccountEnabledNetworks: Array(1_001).fill(1) }],
    ],
    ['FRAME_UPDATE_EMAIL_SUCCESS', [{ action: 'CONNECT' }]],
    ['FRAME_RPC_REQUEST_SUCCESS', [undefined]],
    ['FRAME_SIGN_OUT_SUCCESS', [null, {}]],
    [
      'FRAME_SIGN_OUT_ERROR',
      [undefined, {}, { message: 1 }, { message: 'x'.repeat(1_001) }, { message: 'x', code: '4001' }, { message: 'x', stack: 'y' }],
    ],
    ['FRAME_READY', [undefined, {}, { version: 4 }, { version: 'x'.repeat(51) }]],
    ['FRAME_SURFACE', [undefined, { purpose: 'steal' }]],
    ['FRAME_SESSION_UPDATE', [undefined, { token: null }, { user: null }]],
    ['FRAME_MAKE_TEA', [{}]],
    ['FRAME_MAKE_TEA_SUCCESS', [undefined]],
    ['FRAME_READY_SUCCESS', [{ version: '4' }]],
    ['FRAME_SIGN_OUT', [undefined]],
    ['APP_SIGN_OUT', [undefined]],
    ['FRAME_constructor', [{}]],
  ])('payloads of %s are dropped', (type, bad) => {
    for (const payload of bad) expect([payload, readFrameMessage(message(type, payload))]).toEqual([payload, undefined])
  })

  test('S3: of 10,000 malformed messages to the frame none is accepted and none throws', () => {
    let accepted = 0
    fc.assert(
      fc.property(malformed(toFrame, isFree), ({ label, data }) => {
        const read = readAppMessage(data)
        if (!read || 'refused' in read) return
        accepted += 1
        throw new Error(`accepted (${label}): ${JSON.stringify(data)}`)
      }),
      { numRuns: 10_000 },
    )
    recordPromise({
      id: 'S3',
      name: 'malformed messages, frame side',
      runs: 10_000,
      accepted,
    })
  })

  test('S3: of 10,000 malformed messages to the host none is accepted and none throws', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        malformed(
          toHost.filter(({ type }) => type !== 'FRAME_RPC_REQUEST_SUCCESS'),
          isFree,
        ),
        ({ label, data }) => {
          if (!readFrameMessage(data)) return
          accepted += 1
          throw new Error(`accepted (${label}): ${JSON.stringify(data)}`)
        },
      ),
      { numRuns: 10_000 },
    )
    recordPromise({
      id: 'S3',
      name: 'malformed messages, host side',
      runs: 10_000,
      accepted,
    })
  })

  test('S3: a type with anything before or behind it is none, in either direction', () => {
    const [ready, abort] = [message('FRAME_READY', eventSamples.READY), message('APP_RPC_ABORT', requestSamples.RPC_ABORT)]
    expect(readFrameMessage(ready)?.name).toBe('READY')
    expect(readAppMessage(abort)).toMatchObject({ name: 'RPC_ABORT' })
    for (const wrong of [
      (type: string) => `X${type}`,
      (type: string) => `X_${type}`,
      (type: string) => `${type}\n`,
      (type: string) => `${type}X`,
    ]) {
      expect(readFrameMessage({ ...ready, type: wrong(ready.type) })).toBeUndefined()
      const read = readAppMessage({ ...abort, type: wrong(abort.type) })
      expect(read === undefined || 'refused' in read).toBe(true)
    }
  })

  test('S3: whatever else comes is dropped without a throw', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withNullPrototype: true }),
        (data) => {
          expect([readAppMessage(data), readFrameMessage(data)]).toEqual([undefined, undefined])
        },
      ),
      { numRuns: 500 },
    )
  })
})
