import { safeMethods, signingMethods } from '@portico/embedded/protocol'
import { expect, test } from 'vitest'
import { nodeDouble, testContext } from '../requests/kit.test.helper.js'
import { forwardRead } from '../requests/index.js'
import { frameHandlers } from './handlers.js'
import type { FramePage } from './page.js'

function setUp() {
  const asked: unknown[] = []
  const stopped: unknown[] = []
  const node = nodeDouble({ eth_getBalance: '0x5', eth_call: '0x' })
  const page: Pick<FramePage, 'sign' | 'read' | 'revoke'> = {
    sign: async (request) => (asked.push(request), 'signed'),
    revoke: async (params) => (stopped.push(params), null),
    read: (method, params, networkId) => forwardRead(method, params, networkId, testContext({ fetch: node.fetch })),
  }
  // The other parts of the page have no business with a request.
  const handlers = frameHandlers(async () => page as FramePage, {
    codeInPage: false,
    reload() {},
    onTheme() {},
    onLocale() {},
    back: () => false,
    onMetadata() {},
  })
  const ask = (method: string, more: object = {}) =>
    handlers.RPC_REQUEST({ method, ...more }, { id: 'r', signal: new AbortController().signal })
  return { ask, asked, stopped, node }
}

test('S5: each signing method goes to the visitor, and to nobody else; what only takes a permission back is no question', async () => {
  const { ask, asked, stopped, node } = setUp()
  const asking = signingMethods.filter((method) => method !== 'wallet_revokePermissions')
  expect(asking).toHaveLength(10)
  for (const method of asking) expect(await ask(method, { params: ['0x1'], chainId: 'eip155:1' })).toBe('signed')
  expect(asked).toEqual(asking.map((method) => ({ id: 'r', method, params: ['0x1'], chainId: 'eip155:1' })))
  expect(await ask('wallet_revokePermissions', { params: [{ permissionContext: '0x01' }] })).toBeNull()
  expect(stopped).toEqual([[{ permissionContext: '0x01' }]])
  expect(node.calls).toEqual([])
})

test('S4, S6: what reads goes to the operator’s node, of the network in use unless the site names another; nothing else goes anywhere', async () => {
  const { ask, asked, node } = setUp()
  expect(await ask('eth_getBalance', { params: ['0x1', 'latest'] })).toBe('0x5')
  expect(await ask('eth_call', { rpcUrl: 'https://evil.example' })).toBe('0x')
  for (const near of [...safeMethods, ...signingMethods].flatMap((name) => [`${name} `, name.toUpperCase(), name.slice(1)])) {
    await expect(ask(near)).rejects.toMatchObject({ message: 'Requested RPC call is not allowed', shown: 'Action not allowed' })
  }
  for (const method of ['eth_sign', '__proto__', 'eth_signTransaction', '']) {
    await expect(ask(method)).rejects.toMatchObject({ message: 'Requested RPC call is not allowed' })
  }
  expect(node.calls.map(({ url, method }) => [url, method])).toEqual([
    ['https://node.example/1', 'eth_getBalance'],
    ['https://node.example/1', 'eth_call'],
  ])
  expect(asked).toEqual([])
})

test('S51: a code that the site sends is refused unseen, unless the operator has named the site', async () => {
  const seen: unknown[] = []
  const note = async (otp: string): Promise<void> => void seen.push(otp)
  const login = {
    otp: note,
    updateEmailPrimaryOtp: note,
    updateEmailSecondaryOtp: async (otp: string) => (seen.push(otp), { newEmail: 'a@example.org' }),
  }
  const page = { login } as unknown as FramePage // of which nothing else is asked for
  const rest = { reload() {}, onTheme() {}, onLocale() {}, back: () => false, onMetadata() {} }
  const context = { id: 'r', signal: new AbortController().signal }
  const names = ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'] as const

  const closed = frameHandlers(async () => page, { ...rest, codeInPage: false })
  for (const name of names) {
    const answer = async () => closed[name]({ otp: '482917' }, context)
    await expect(answer()).rejects.toMatchObject({ name: 'CodeInPageError', reason: 'code_in_page', code: 4200 })
  }
  expect(seen).toEqual([])

  const named = frameHandlers(async () => page, { ...rest, codeInPage: true })
  for (const name of names) await named[name]({ otp: '482917' }, context)
  expect(seen).toEqual(['482917', '482917', '482917'])
})
