import { freePort } from '@portico/service/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../service.js'
import { cards, fateOf } from './cards.js'
import { harborService } from './index.js'
import { quoteOf } from './market.js'

const apiKey = 'a key'
const host = '127.0.0.1'
let harbor: Service
beforeAll(async () => {
  const port = await freePort()
  // Nobody takes its events, and no faucet gives anything: what was paid is given back.
  const nowhere = `http://${host}:1`
  const rest = { webhookUrl: nowhere, webhookSecret: 's', controlUrl: nowhere, chainUrls: {} }
  harbor = harborService({ host, port, apiKey, hosts: ['https://shop.example'], ...rest })
  await harbor.start()
})
afterAll(() => harbor.stop())

const api = async (path: string, body: unknown, key = apiKey) => {
  const response = await fetch(`${harbor.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- what the tests look into
  const json: any = await response.json()
  return { status: response.status, json }
}
const question = { asset: 'USDC', network: 'eip155:8453', fiat: 'EUR', amount: '50', method: 'card', country: 'DE' }
const address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
async function open(more: Record<string, unknown> = {}, quoted: Record<string, unknown> = {}) {
  const { quoteId } = (await api('/v1/quotes', { ...question, ...quoted })).json
  return (await api('/v1/sessions', { quoteId, address, partnerUserRef: 'ours', ...more })).json
}
const post = (url: string, step: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const { origin, search } = new URL(url)
  return fetch(`${origin}/pay/${step}${search}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
}

test('its pages load nothing but their own two files, run nothing inline, and are shown in no frame', async () => {
  const { url } = await open()
  const response = await fetch(url)
  const text = await response.text()
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(text).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style="|<style/)
  expect(text).toContain('<html lang="en">')
  for (const [, id] of text.matchAll(/<label for="(\w+)"/g)) expect(text).toContain(`id="${id}"`)
  for (const file of ['/page.css', '/page.js', '/mark.svg']) expect((await fetch(`${harbor.url}${file}`)).status).toBe(200)
})

test('after the money there is a page with a way back, and no redirect to another site', async () => {
  const { url } = await open({ redirectUrl: 'https://shop.example/done?a="><script>' })
  const paid = await post(url, 'card', { card: '4242424242424242', expiry: '01/39', cvc: '123' })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(`/pay${new URL(url).search}`)
  const text = await (await fetch(url)).text()
  expect(text).toContain('href="https://shop.example/done?a=')
  expect(text).not.toContain('"><script>')
  expect(text).toContain('Back to shop.example')
})

test('what is wrong with a form is said beside its field', async () => {
  const { url } = await open()
  for (const [fields, text, field] of [
    [{ card: '4242424242424241', expiry: '01/39', cvc: '123' }, 'no card number', 'card'],
    [{ card: '4242424242424242', expiry: '13/39', cvc: '123' }, 'Write the expiry', 'expiry'],
    [{ card: '4242424242424242', expiry: '01/20', cvc: '123' }, 'has expired', 'expiry'],
    [{ card: '4242424242424242', expiry: '01/39', cvc: '12' }, 'three digits', 'cvc'],
    [{ card: '4000000000000002', expiry: '01/39', cvc: '123' }, 'declined', 'card'],
  ] as const) {
    const response = await post(url, 'card', fields)
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${text}`))
    expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="problem`))
    // A card's number is not shown again.
    expect(page).not.toContain(fields.card)
  }
})

test('a page is paid on once, by its own step, and from its own origin', async () => {
  const { url, id } = await open()
  const card = { card: '4242424242424242', expiry: '01/39', cvc: '123' }
  expect((await post(url, 'bank', {})).status).toBe(410)
  expect((await post(url, 'secure', { ...card, code: '123456' })).status).toBe(410)
  expect((await post(url, 'card', card, { origin: 'https://evil.example' })).status).toBe(403)
  const both = await Promise.all([post(url, 'card', card), post(url, 'card', card)])
  expect(both.map(({ status }) => status)).toEqual([303, 303])
  const found = await fetch(`${harbor.url}/v1/sessions/${id}`, { headers: { authorization: `Bearer ${apiKey}` } })
  expect(await found.json()).toMatchObject({ partnerUserRef: 'ours', status: expect.stringMatching(/paid|processing|refunded/) })
  expect((await fetch(`${harbor.url}/pay?session=none`)).status).toBe(410)
})

test('partners are told why not', async () => {
  expect((await api('/v1/quotes', question, 'another')).status).toBe(401)
  for (const [more, code] of [
    [{ amount: '9.99' }, 'amount_too_small'],
    [{ amount: '7500.01' }, 'amount_too_large'],
    [{ amount: '50,00' }, 'invalid_amount'],
    [{ country: 'CN' }, 'country_not_supported'],
    [{ country: 'BR', method: 'bank' }, 'payment_method_not_supported'],
    [{ asset: 'BTC' }, 'asset_not_supported'],
    [{ fiat: 'GBP' }, 'currency_not_supported'],
  ] as const)
    expect((await api('/v1/quotes', { ...question, ...more })).json.error.code, code).toBe(code)
  expect((await open({ address: '0x12' })).error.code).toBe('invalid_address')
  expect((await open({ redirectUrl: 'https://evil.example/' })).error.code).toBe('redirect_not_allowed')
  expect((await api('/v1/sessions', { quoteId: 'q', address, partnerUserRef: 'x' })).json.error.code).toBe('unknown_quote')
})

test('prices add up to the cent, in both directions', () => {
  for (const [kind, amount] of [
    ['buy', '123.45'],
    ['sell', '123.456789'],
  ] as const) {
    const { price } = quoteOf({ ...question, kind, amount }, 0)
    const cents = ({ amount: text }: { amount: string }) => Math.round(Number(text) * 100)
    const fees = cents(price.providerFee) + cents(price.networkFee)
    const [gross, net] = kind === 'buy' ? [price.paymentTotal, price.paymentSubtotal] : [price.paymentSubtotal, price.paymentTotal]
    expect(cents(net) + fees).toBe(cents(gross))
  }
}) // prettier-ignore

test('every card that the page names is one', () => {
  for (const { number, fate } of cards) expect(fateOf(number.replaceAll(/(.{4})/g, '$1 '))).toBe(fate)
  expect(fateOf('4111111111111111')).toBe('declined')
  expect(fateOf('4242424242424243')).toBeUndefined()
})

test('a reset forgets every page', async () => {
  const { url } = await open()
  expect(await harbor.health()).toEqual({})
  await harbor.reset()
  expect((await fetch(url)).status).toBe(410)
})
