import { connectWallet, headOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, short } from './helpers/wallets.js'

const connector = { id: 'com.example.alpha', kind: 'announced', name: 'Alpha', rdns: 'com.example.alpha' }
const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const record = (fields: object) => JSON.stringify({ version: 1, connections: {}, networks: {}, ...fields })
const connection = (fields: object) =>
  record({ connections: { eip155: [{ connector, addresses: [address], networkId: 'eip155:1', ...fields }] } })

/** What another version, another site's script, a full disk or a visitor with the inspector may have left. */
const corrupt: readonly (readonly [name: string, state: string, recent?: string])[] = [
  ['nothing', ''],
  ['no JSON', '{"version":1'],
  ['a word', 'undefined'],
  ['null', 'null', 'null'],
  ['a number', '42', '42'],
  ['a list', '[]', '{}'],
  ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['half a megabyte', JSON.stringify('x'.repeat(500_000))],
  ['another version', record({ version: 99 })],
  [
    'lists of the wrong things',
    record({ connections: { eip155: [null, 1, 'x', {}, []] }, networks: [] }),
    '[null, 1, {}, {"id":1,"name":2}]',
  ],
  [
    'prototypes for names',
    '{"version":1,"__proto__":{"x":1},"connections":{"__proto__":[],"constructor":[]},"networks":{"__proto__":"eip155:1"}}',
    '[{"id":"__proto__","name":"constructor"}]',
  ],
  ['a network that is not the site’s', record({ networks: { eip155: 'eip155:999999' } })],
  ['a network that is none', record({ networks: { eip155: 'eip155:1:2:3' }, activeNamespace: 'EIP155!' })],
  [
    'a namespace that has no adapter',
    record({ activeNamespace: 'solana', connections: { solana: [{ connector, addresses: ['x'], networkId: 'solana:x' }] } }),
  ],
  ['a wallet of an unknown kind', connection({ connector: { ...connector, kind: 'telepathy' } })],
  ['an address of markup', connection({ addresses: ['<img src=x onerror=alert(1)>'] })],
  ['no addresses', connection({ addresses: [] })],
  ['a wallet that is not there', connection({ connector: { ...connector, id: 'com.gone', rdns: 'com.gone', name: 'Gone' } })],
  ['somebody else’s address', connection({ addresses: ['0x000000000000000000000000000000000000dEaD'] })],
  [
    'one connection ten times',
    record({
      connections: { eip155: Array.from({ length: 10 }, () => ({ connector, addresses: [address], networkId: 'eip155:1' })) },
    }),
  ],
]

test('R14, S41: whatever storage holds, the page comes up, and a wallet connects', async ({ context, page }) => {
  test.setTimeout(60_000)
  await installAlpha(context)
  await page.goto(demo('/csp.html'))
  for (const [name, state, recent] of corrupt) {
    await test.step(name, async () => {
      await page.evaluate(
        ([key, value, keyOfRecent, recents]) => {
          localStorage.clear()
          localStorage.setItem(key, value)
          if (recents !== undefined) localStorage.setItem(keyOfRecent, recents)
        },
        ['@portico/portico/state', state, '@portico/portico/recent', recent] as const,
      )
      await page.reload()
      // Usable: a network can be chosen, and the modal opens.
      await expect(headOf(page).network).toHaveAccessibleName('Network: Ethereum')
      await headOf(page).network.click()
      await expect(page.locator('portico-modal #po-title')).toHaveText('Network')
      await page.keyboard.press('Escape')
      await expect(page.locator('portico-modal dialog[open]')).toHaveCount(0)
      expect(await page.evaluate(() => Reflect.get({}, 'x'))).toBeUndefined()
    })
  }
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await connectWallet(page, 'Alpha')
  await expect(headOf(page).account).toContainText(short(address))
})

test('S41: a tampered record shows nothing that the wallet does not confirm', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await page.evaluate((state) => localStorage.setItem('@portico/portico/state', state), connection({}))
  await page.reload()
  await expect(headOf(page).connect).toBeVisible()
  expect(alpha.state.permitted).toEqual([])
  expect(alpha.log.map(({ method }) => method)).not.toContain('eth_requestAccounts')
})

test('S41: storage holds the two listed keys and no others', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  const keys = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => !key.startsWith('meridian/'))
      .toSorted(),
  )
  expect(keys).toEqual(['@portico/portico/recent', '@portico/portico/state'])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

for (const [name, deny] of [
  [
    'throws when it is touched',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
  ],
  [
    'throws when it is written to',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
  ['is not there', () => Object.defineProperty(window, 'localStorage', { value: undefined })],
] as const) {
  test(`R14: where storage ${name}, a wallet connects, switches, signs and disconnects`, async ({ context, page }) => {
    const alpha = await installAlpha(context)
    await page.addInitScript(deny)
    await page.goto(demo())
    await connectWallet(page, 'Alpha')
    await headOf(page).network.click()
    await page.locator('portico-modal').getByRole('button', { name: 'Base' }).click()
    await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
    await expect(page.locator('portico-modal dialog[open]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(page.getByText(/^Valid for/)).toBeVisible()
    await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
    await expect(headOf(page).connect).toBeVisible()
    await expect.poll(() => alpha.state.permitted).toEqual([])
    await page.reload()
    await expect(headOf(page).connect).toBeVisible()
  })
}
