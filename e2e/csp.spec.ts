import { demo, expect, test } from './helpers/test.js'
import { demoEnvironment, demoPorts } from '../scripts/lib/ports.mjs'
import { viewsOfWalk, walkThroughViews } from './helpers/views.js'
import { walkWallets } from './helpers/walk.js'

test('S38: under a strict policy with trusted types, no view breaks it and every view works', async ({ context, page, seen }) => {
  test.setTimeout(60_000)
  await page.addInitScript(() => {
    const violations: string[] = []
    Reflect.set(window, 'violations', violations)
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      violations.push([effectiveDirective, blockedURI, sourceFile].join(' '))
    })
  })
  const wallets = await walkWallets(context)
  await page.goto(demo('/csp.html'))
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content')
  expect(policy).toContain("style-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
  // Of what is not its own it names the relay and the gateway, the latter for pictures of wallets as well.
  const { VITE_PORTICO_RELAY: relay, VITE_PORTICO_API: gateway } = demoEnvironment(demoPorts(process.env))
  expect(policy).toContain(`img-src 'self' data: ${gateway};`)
  expect(policy).toContain(`connect-src 'self' ${relay} ${gateway} http://127.0.0.1:*;`)

  const visited: string[] = []
  await walkThroughViews({
    page,
    ...wallets,
    visit: async (view) => {
      visited.push(view)
    },
  })
  expect(visited).toEqual(viewsOfWalk)
  await expect(page.getByRole('region', { name: 'Violations' })).toContainText('None')
  expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([])
  expect([...seen.errors, ...seen.warnings].filter((text) => /content security|trusted ?type/i.test(text))).toEqual([])
})

test('S38: the policy of the page bites: what it forbids is noticed', async ({ page, seen }) => {
  await page.goto(demo('/csp.html'))
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect(page.getByRole('list', { name: 'Violations' })).toContainText('style-src')
  expect(seen.errors.splice(0)).not.toEqual([])
})
