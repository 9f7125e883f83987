import { renderToString } from 'react-dom/server'
import type { SavedState } from '@portico/core'
import { emptySavedState } from '@portico/core/kit'
import { siwx } from '@portico/core/siwx'
import { fakeAddress, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { PorticoProvider } from '../PorticoProvider.js'
import { useSession, useSiwx } from './siwx.js'

const accountId = `eip155:1:${fakeAddress}`
const known = (signedIn: unknown, networkId: `eip155:${number}` = 'eip155:10'): SavedState => ({
  ...emptySavedState,
  connections: {
    eip155: [{ connector: { id: 'com.harbor', kind: 'announced', name: 'Harbor' }, addresses: [fakeAddress], networkId }],
  },
  signedIn,
})

function Said() {
  const session = useSession()
  const { sessions } = useSiwx()
  return <p>{`${session.status} ${session.accountId ?? 'nobody'} ${sessions.length}`}</p>
}
const first = (initialState: SavedState | undefined, perNetwork = false) =>
  renderToString(
    <PorticoProvider portico={testPortico({ siwx: siwx({ url: '/siwx', perNetwork }), ...(initialState && { initialState }) })}>
      <Said />
    </PorticoProvider>,
  )
const session = (changed = {}) => ({ accountId, scope: 'namespace', expiresAt: Date.now() + 60_000, ...changed })

test('the first paint knows who is signed in, where the server that renders it does', () => {
  expect(first(known([session()]))).toContain(`signedIn ${accountId} 1`)
})

test('what counts elsewhere alone, has ended, or is no session is none', () => {
  expect(first(known([session()]), true)).toContain('loading nobody 1')
  expect(first(known([session({ scope: 'chain' })]))).toContain('loading nobody 1')
  expect(first(known([session({ scope: 'chain' })], 'eip155:1'))).toContain(`signedIn ${accountId} 1`)
  expect(first(known([session({ expiresAt: Date.now() - 1 })]))).toContain('loading nobody 0')
  expect(first(known([null, 'x', { accountId: 'me' }, session({ expiresAt: 'never' })]))).toContain('loading nobody 0')
  expect(first(known('everybody'))).toContain('loading nobody 0')
})

test('nobody is signed in who is not connected', () => {
  expect(first(undefined)).toContain('signedOut nobody 0')
})
