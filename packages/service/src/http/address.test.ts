import { expect, test } from 'vitest'
import { clientAddress, subnetOf } from './address.js'

test('counts an IPv4 address as one, however it is written', () => {
  expect(subnetOf('192.0.2.7')).toBe('192.0.2.7')
  expect(subnetOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('counts the first 64 bits of an IPv6 address as one', () => {
  for (const address of ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1:2::', '2001:db8::1:0:0:0:9%eth0'])
    expect(subnetOf(address)).toBe('2001:db8:0:1::/64')
  expect(subnetOf('::1')).toBe('0:0:0:0::/64')
  expect(subnetOf('2001:db8:0:2::1')).not.toBe(subnetOf('2001:db8:0:1::1'))
})

test('believes of X-Forwarded-For what the proxies wrote that it is told of, and nothing else', () => {
  const from = (forwarded: string | undefined, proxies: number) => clientAddress({ forwarded, remote: '10.0.0.1' }, proxies)
  expect(from('192.0.2.7', 0)).toBe('10.0.0.1')
  expect(from('192.0.2.7', 1)).toBe('192.0.2.7')
  expect(from('198.51.100.1, 192.0.2.7', 1)).toBe('192.0.2.7')
  expect(from('192.0.2.7, 10.0.0.2', 2)).toBe('192.0.2.7')
  for (const nonsense of [undefined, '', 'unknown', '192.0.2.7:', ':443', '[]:443', '[192.0.2.7', ', ,', 'é', '999.1.1.1', '999.1.1.1:443'])
    expect(from(nonsense, 1)).toBe('10.0.0.1')
})

test('takes an address with a port behind it, as some proxies write it: else all their visitors would count as one', () => {
  const from = (forwarded: string) => clientAddress({ forwarded, remote: '10.0.0.1' }, 1)
  expect(from('198.51.100.1, 192.0.2.7:52344')).toBe('192.0.2.7')
  expect(from('[2001:db8::1]:52344')).toBe('2001:db8::1')
  expect(from('[2001:db8::1]')).toBe('2001:db8::1')
  expect(from('2001:db8::1')).toBe('2001:db8::1')
})
