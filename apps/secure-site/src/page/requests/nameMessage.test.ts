import { stringToBytes } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { own, testContext } from './kit.test.helper.js'
import { prepareRequest } from './prepare.js'

/** Of the page that the test's context is in. */
const page = 'https://app.example'
const message = (more: object) => JSON.stringify({ name: 'mira.shop.eth', ...more, timestamp: 1795620600 })
const prepare = (text: string) => prepareRequest({ id: 'r', method: 'personal_sign', params: [text, own] }, testContext())

describe('a message about a name', () => {
  test('is shown whole where it is for the page that asks', async () => {
    const text = message({ attributes: {}, origin: page })
    expect(await prepare(text)).toMatchObject({ effects: [{ kind: 'message', message: text }], warnings: [] })
  })

  test.each([
    ['another page', message({ attributes: {}, origin: 'https://shop.example' })],
    ['a page below', message({ action: 'transfer', to: own, origin: 'https://x.app.example' })],
    ['the page with a path', message({ action: 'release', origin: `${page}/` })],
    ['the page without its scheme', message({ action: 'release', origin: 'app.example' })],
    ['something else than a page', message({ action: 'renew', origin: null })],
    ['two pages, as the last is read', `{"name":"mira.shop.eth","origin":"${page}","timestamp":1,"\\u006frigin":"https://shop.example"}`],
    ['another page, between spaces', `\n ${message({ origin: 'https://shop.example' })}\t`],
    ['another page, behind a mark that is not shown', `\ufeff${message({ origin: 'https://shop.example' })}`],
  ])('is refused where it is for %s', async (_, text) => {
    for (const params of [text, `0x${Buffer.from(stringToBytes(text)).toString('hex')}`]) {
      await expect(prepare(params)).rejects.toMatchObject({
        name: 'NameMessageRefusedError',
        code: -32602,
        message: 'The message about a name is for another page than the one that asks.',
      })
    }
  })

  test.each([
    ['no page', message({ attributes: {} })],
    ['a name alone', JSON.stringify({ name: 'mira', origin: 'https://shop.example' })],
    ['no object', '"origin"'],
    ['nothing', ''],
  ])('other texts are signed as ever: %s', async (_, text) => {
    expect(await prepare(text)).toMatchObject({ effects: [{ kind: 'message' }] })
  })
})
