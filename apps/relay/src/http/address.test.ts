import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { addressKey, networkOf } from './address.js'

function request(remote: string, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remote })
  const message = new IncomingMessage(socket)
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded
  return message
}

test('counts an IPv4 address as one, however it is written', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('counts the first 64 bits of an IPv6 address as one', () => {
  for (const address of ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1:2::', '2001:db8::1:0:0:0:9%eth0'])
    expect(networkOf(address)).toBe('2001:db8:0:1::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('2001:db8:0:2::1')).not.toBe(networkOf('2001:db8:0:1::1'))
})

test('believes of X-Forwarded-For what the proxies wrote that it is told of, and nothing else', () => {
  const key = (remote: string, forwarded: string | undefined, proxies: number) => addressKey(request(remote, forwarded), { proxies })
  const own = key('10.0.0.1', undefined, 0)
  expect(key('10.0.0.1', '192.0.2.7', 0)).toBe(own)
  expect(key('10.0.0.1', '192.0.2.7', 1)).toBe(key('192.0.2.7', undefined, 0))
  expect(key('10.0.0.1', '198.51.100.1, 192.0.2.7', 1)).toBe(key('192.0.2.7', undefined, 0))
  expect(key('10.0.0.1', '192.0.2.7, 10.0.0.2', 2)).toBe(key('192.0.2.7', undefined, 0))
  for (const nonsense of ['', 'unknown', '192.0.2.7:443', ', ,', 'é', '999.1.1.1']) expect(key('10.0.0.1', nonsense, 1)).toBe(own)
  expect(own).toMatch(/^[0-9a-f]{32}$/)
})
