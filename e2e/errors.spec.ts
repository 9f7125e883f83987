import type { Page } from '@playwright/test'
import { z } from 'zod'
import { tab } from './helpers/account.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { gatewayUrl } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

test.use({ expectedErrors: /status of 500/ })

const event = z.strictObject({
  eventId: z.uuid(),
  url: z.string(),
  domain: z.string(),
  timestamp: z.number(),
  props: z.strictObject({
    type: z.literal('error'),
    event: z.literal('API_ERROR'),
    errorType: z.string(),
    errorMessage: z.string(),
    stackTrace: z.string(),
  }),
})

/** A page whose gateway cannot tell what an account did, and what the page tells of it. */
async function withFault(page: Page): Promise<{ events: { url: URL; body: unknown; status: number | undefined }[] }> {
  const events: { url: URL; body: unknown; status: number | undefined }[] = []
  page.on('requestfinished', async (request) => {
    const url = new URL(request.url())
    if (url.pathname !== '/e' || request.method() !== 'POST') return
    events.push({ url, body: request.postDataJSON(), status: (await request.response())?.status() })
  })
  await page.route(`${gatewayUrl}/v1/account/*/history**`, (route) =>
    route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
  )
  return { events }
}

/** Connects, and looks at what the account did, until the failure is said. */
async function lookAtActivity(page: Page): Promise<void> {
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  await tab(page, /^Activity/).click()
  await expect(modalOf(page).root.getByText('Failed to fetch transactions').first()).toBeVisible({ timeout: 20_000 })
}

test('S39: no error is sent unless the site asks for it', async ({ context, page }) => {
  await installAlpha(context)
  const { events } = await withFault(page)
  await page.goto(demo())
  await lookAtActivity(page)
  expect(events).toEqual([])
})

test('S39: a site that asks for it has a fault told to its gateway, without the page’s query, the account or anything else', async ({
  context,
  page,
}) => {
  const alpha = await installAlpha(context)
  const { events } = await withFault(page)
  await page.goto(`${demo('/?errors=sent&code=483920')}#token=8fk2LQ0aZx93bbTq7Y1w`)
  await lookAtActivity(page)
  await expect.poll(() => events.length).toBeGreaterThan(0)
  expect(events.length).toBeLessThanOrEqual(5)
  for (const { url, body, status } of events) {
    expect(status).toBe(204)
    expect([...url.searchParams.keys()]).toEqual(['projectId', 'st', 'sv'])
    const told = event.parse(body)
    expect(told.url).toBe(`${new URL(page.url()).origin}/`)
    expect(told.props.errorMessage).toMatch(/HTTP status 500 from /)
    expect(told.props.stackTrace).toMatch(/^at /)
    const text = JSON.stringify(body).toLowerCase()
    for (const part of ['483920', '8fk2lq', (alpha.accounts[0] ?? '').toLowerCase().slice(2)]) expect(text).not.toContain(part)
  }
})
