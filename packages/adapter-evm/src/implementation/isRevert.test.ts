import { expect, test } from 'vitest'
import { isRevert } from './isRevert.js'

const rpc = (code: number, message: string, data?: unknown) => Object.assign(new Error(message), { code, data })

test.each([
  rpc(3, 'execution reverted: not yours'),
  rpc(3, 'contract said no'),
  rpc(-32015, 'VM execution error.', 'Reverted 0x'),
  rpc(-32000, 'reverted'),
  rpc(-32000, 'invalid opcode: INVALID'),
  rpc(-32000, 'invalid jump destination'),
  rpc(-32016, 'Bad instruction fe'),
  rpc(-32000, 'stack underflow (0 <=> 1)'),
  rpc(-32000, 'out of gas'),
  new Error('wrapped', { cause: rpc(3, 'no') }),
])('a contract refused: %s', (thrown) => expect(isRevert(thrown)).toBe(true))

test.each([
  rpc(-32000, 'header not found'),
  rpc(429, 'Too many requests'),
  rpc(-32603, 'Internal error'),
  new TypeError('Failed to fetch'),
  'no',
  undefined,
])('the node failed: %s', (thrown) => expect(isRevert(thrown)).toBe(false))
