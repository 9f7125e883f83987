import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { addressKey } from './address.js'

function request(remote: string, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remote })
  const message = new IncomingMessage(socket)
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded
  return message
}

test('believes of X-Forwarded-For what the proxies wrote that it is told of, and nothing else', () => {
  const key = (remote: string, forwarded: string | undefined, proxies: number) => addressKey(request(remote, forwarded), { proxies })
  const own = key('10.0.0.1', undefined, 0)
  expect(key('10.0.0.1', '192.0.2.7', 0)).toBe(own)
  expect(key('10.0.0.1', '192.0.2.7', 1)).toBe(key('192.0.2.7', undefined, 0))
  expect(key('10.0.0.1', '198.51.100.1, 192.0.2.7', 1)).toBe(key('192.0.2.7', undefined, 0))
  expect(key('10.0.0.1', '192.0.2.7, 10.0.0.2', 2)).toBe(key('192.0.2.7', undefined, 0))
  for (const nonsense of ['', 'unknown', ', ,', 'é', '999.1.1.1']) expect(key('10.0.0.1', nonsense, 1)).toBe(own)
  expect(own).toMatch(/^[0-9a-f]{32}$/)
})
