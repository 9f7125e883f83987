import { type Hex, getAddress, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { CallDataError, PermissionUseError } from '../errors.js'
import { delegationHash, delegationManager, permissionContext, readPermissionContext, redeemPermission, textOfUse } from './index.js'

const holder = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const game = getAddress(`0x${'9a'.repeat(20)}`)
const account = getAddress('0x00000000000000000000000000000000000acc01')
const root = { delegate: game, delegator: account, caveats: [{ enforcer: game, terms: '0x01' }], salt: 3n } as const
const context = permissionContext({ ...root, signature: '0x0102' })
const asking = { wallet: 'https://wallet.example/frame', context, networkId: 'eip155:8453', call: { to: game, value: 4n }, holder }

interface Sent {
  readonly id: Hex
  readonly networkId: string
  readonly at: number
  readonly nonce: Hex
  readonly signature: Hex
  readonly call: { readonly to: Hex; readonly value: string; readonly data: Hex }
}

/** A wallet that gives these answers, one after the other; the last one again and again. */
function wallet(...answers: readonly unknown[]) {
  const sent: { readonly url: string; readonly body: Sent }[] = []
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(init.body as string) as Sent })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    return answer instanceof Error ? Promise.reject(answer) : Response.json(answer)
  }) as typeof globalThis.fetch
  return { fetch, sent }
}
const refusal = (code: string, more: object = {}) => ({ error: { code, message: 'No.', ...more } })
const good = { context: '0xc0', delegationManager, until: 1_800_000_000 }

test('a context is read as it was written, and nothing else is one', () => {
  expect(readPermissionContext(context)).toMatchObject([{ ...root, caveats: [{ enforcer: game, terms: '0x01' }], signature: '0x0102' }])
  for (const other of [
    '0x',
    '0x00',
    `${context}00`,
    context.slice(0, -64),
    permissionContext({ ...root, signature: '0x' }).slice(0, -2),
  ] as Hex[])
    expect(() => readPermissionContext(other)).toThrow(CallDataError)
})

test('S20: the holder’s key signs the whole of one use, and the call goes to the DelegationManager', async () => {
  const { fetch, sent } = wallet(good)
  expect(await redeemPermission({ ...asking, fetch })).toMatchObject({ call: { to: delegationManager, value: 0n }, until: good.until })
  const [first] = sent
  if (!first) throw new Error('nothing was sent')
  const { signature, call, ...use } = first.body
  expect(first.url).toBe('https://wallet.example/permissions/use')
  expect(use.id).toBe(delegationHash(root))
  const message = textOfUse({ ...use, to: call.to, value: BigInt(call.value), data: call.data })
  expect(await recoverMessageAddress({ message, signature })).toBe(holder.address)
})

test('R16: by a clock that is off, and beside another use, it is asked once more with a new number, three times at the most', async () => {
  const { fetch, sent } = wallet(refusal('proof_time', { time: 1_700_000_000.5 }), refusal('conflict'), good)
  await redeemPermission({ ...asking, fetch })
  expect(sent.map(({ body }) => body.at)).toEqual([expect.any(Number), 1_700_000_000, expect.any(Number)])
  expect(new Set(sent.map(({ body }) => body.nonce)).size).toBe(3)
  const busy = wallet(refusal('conflict'))
  await expect(redeemPermission({ ...asking, fetch: busy.fetch })).rejects.toMatchObject({ code: 'conflict' })
  expect(busy.sent).toHaveLength(3)
})

test.each([
  ['not_found', refusal('not_found')],
  ['rate_limit', refusal('rate_limit', { retryAfter: 7 })],
  ['unreachable', { context: 'abc', until: 1 }],
  ['unreachable', null],
  ['unreachable', new TypeError('fetch failed')],
])('a refusal is said by its code, at once: %s', async (code, answer) => {
  const { fetch, sent } = wallet(answer)
  const asked = redeemPermission({ ...asking, fetch })
  await expect(asked).rejects.toBeInstanceOf(PermissionUseError)
  await expect(asked).rejects.toMatchObject({ code, ...(code === 'rate_limit' && { retryAfter: 7 }) })
  expect(sent).toHaveLength(1)
})
