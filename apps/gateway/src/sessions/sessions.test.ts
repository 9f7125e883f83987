import { expect, test } from 'vitest'
import { createGateway } from '../gateway.js'
import { sessionRoutes } from './routes.js'

const account = `eip155:8453:0x${'ab'.repeat(20)}`
const proof = { authorization: `Account 1700000000 0x${'11'.repeat(65)}` }
const revoke = { method: 'POST', body: JSON.stringify({ pci: `0x${'22'.repeat(32)}`, signature: `0x${'11'.repeat(65)}` }) }

/** With a wallet that answers with this. */
const routes = (answer: () => Promise<Response>) => sessionRoutes({ wallet: 'https://wallet.example', fetch: answer })
const never = () => routes(() => Promise.reject(new Error('asked')))

test('without a proof nobody is told what an account lets sites do, and the wallet is not asked', async () => {
  for (const authorization of ['', 'Bearer abc', 'Account 1', 'Account now 0x11', 'Account 1 hello']) {
    const answer = await never().request(`/${account}`, { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ error: { code: 'no-proof' }, reasons: [{ name: 'no-proof' }] })
  }
})

test('a permission is granted in the wallet’s window alone', async () => {
  for (const path of [`/${account}`, `/${account}/activate`]) {
    const answer = await never().request(path, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error: { code: 'in-the-wallet' } })
  }
})

test('a wallet that is away, breaks off or answers with something else is said to be away', async () => {
  const answers = [
    () => Promise.reject(new Error('down')),
    () => Promise.resolve(new Response('<html>', { status: 200 })),
    () => Promise.resolve(new Response('{"error":{"code":"closing","message":"Over."}}', { status: 503 })),
    () => Promise.resolve(new Response('{}', { status: 200 })),
    () => Promise.resolve(new Response('{}', { status: 401 })),
  ]
  for (const answer of answers) {
    expect((await routes(answer).request(`/${account}`, { headers: proof })).status).toBe(503)
    expect((await routes(answer).request(`/${account}/revoke`, revoke)).status).toBe(503)
  }
})

test('its refusals are passed on, in the form that existing clients read', async () => {
  const gone = () => Promise.resolve(new Response('{"error":{"code":"not_found","message":"This permission is over."}}', { status: 404 }))
  const answer = await routes(gone).request(`/${account}/revoke`, revoke)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    error: { code: 'not_found', message: 'This permission is over.' },
    reasons: [{ name: 'not_found', description: 'This permission is over.' }],
  })
})

test('the gateway takes both methods there, refuses what is no account, and has nothing where there is no wallet', async () => {
  const withWallet = createGateway({ quiet: true, database: ':memory:', wallet: 'https://wallet.example' })
  expect((await withWallet.app.request(`/v1/sessions/${account}`)).status).toBe(401)
  expect((await withWallet.app.request(`/v1/sessions/${account}?projectId=a&v=2`, { method: 'POST' })).status).toBe(403)
  expect((await withWallet.app.request(`/v1/sessions/${account}`, { method: 'DELETE' })).status).toBe(405)
  expect((await withWallet.app.request('/v1/sessions/solana:1:abc', { headers: proof })).status).toBe(400)
  expect((await withWallet.app.request(`/v1/sessions/${account}/revoke`, { method: 'POST', body: '{}' })).status).toBe(400)
  await withWallet.close()
  const without = createGateway({ quiet: true, database: ':memory:' })
  expect((await without.app.request(`/v1/sessions/${account}`, { headers: proof })).status).toBe(404)
  await without.close()
})
