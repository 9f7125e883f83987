import { expect, test } from 'vitest'
import { policyFor } from './policy.js'

const directive = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))

test('pages for this machine may reach the sandbox, and nobody else', () => {
  const policy = policyFor({ PATH: '/bin', VITE_PORTICO_API: '' })
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:* http://secure.localhost:*")
  expect(directive(policy, 'frame-src')).toBe('frame-src http://secure.localhost:* http://localhost:*')
})

test('pages for a static host may reach the services that they were built for', () => {
  const policy = policyFor({
    VITE_PORTICO_API: 'https://gateway.example/v1',
    VITE_PORTICO_RELAY: 'wss://relay.example',
    VITE_PORTICO_SECURE_SITE: 'https://wallet.example',
    VITE_PORTICO_RPC_1: 'https://node.example:8443/key',
    VITE_OTHER: 'https://stranger.example',
    VITE_PORTICO_INBOX: 'no address',
  })
  const reached = directive(policy, 'connect-src')?.split(' ')
  for (const address of [
    'https://gateway.example',
    'wss://relay.example',
    'https://wallet.example',
    'https://node.example:8443',
    'wss://node.example:8443',
  ])
    expect(reached).toContain(address)
  expect(policy).not.toContain('stranger')
  expect(directive(policy, 'frame-src')).toContain('https://wallet.example')
  expect(directive(policy, 'script-src')).toBe("script-src 'self'")
})
