import { statementSigner } from '@portico/vault-wire'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem'
import { expect, test } from 'vitest'
import { loginRemoveBody, loginStatement } from '../../server/social/api.js'
import type { Safety } from '../screens/stage.js'
import { createSafety, type SafetyOptions } from './safety.js'

test('S48: what ends a way to log in is signed by the wallet’s own key, for this wallet', async () => {
  const key = new Uint8Array(32).fill(7)
  const wallet = '6f1c3c4e-6f0e-4c58-9a0b-0a1f4b0f6a11'
  const asked: [string, unknown][] = []
  let shown: Safety | undefined
  const parts = {
    queue: { run: (_: string, work: (turn: { signal: AbortSignal }) => Promise<void>) => work({ signal: new AbortController().signal }) },
    stage: { show: (screen: { safety: Safety }) => (shown = screen.safety) },
    session: { current: () => ({ user: { email: null } }) },
    wallet: { addresses: async () => ({ eip155: privateKeyToAccount(bytesToHex(key)).address }) },
    openKeys: async () => ({ withKey: async (_: string, run: (own: Uint8Array) => unknown) => run(key) }),
    api: {
      call: async (path: string, body: unknown) => {
        asked.push([path, body])
        return { wallet, logins: [{ id: 'email', name: 'a@b.example', addedAt: null }] }
      },
    },
    surface: () => {},
    refresh: async () => {},
    control: async () => undefined,
  }
  const open = createSafety(parts as unknown as SafetyOptions)('r', new AbortController().signal)
  await expect.poll(() => shown).toBeDefined()
  expect(await shown?.logins()).toEqual([{ id: 'email', name: 'a@b.example', addedAt: null }])
  await shown?.removeLogin('some')
  const [path, body] = asked.at(-1) ?? []
  const { statement, signature } = loginRemoveBody.parse(body)
  expect(path).toBe('/v1/logins/remove')
  expect(loginStatement.parse(JSON.parse(statement))).toEqual({ to: 'login', wallet, remove: 'some' })
  expect(statementSigner(statement, signature)).toBe(privateKeyToAccount(bytesToHex(key)).address.toLowerCase())
  shown?.onClose()
  await open
})
