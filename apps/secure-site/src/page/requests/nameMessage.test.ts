import { stringToBytes } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { en } from '../i18n/en.js'
import { sayEffect } from '../screens/effects.js'
import { own, testContext } from './kit.test.helper.js'
import { prepareRequest } from './prepare.js'

/** Of the page that the test's context is in. */
const page = 'https://app.example'
const message = (more: object) => JSON.stringify({ name: 'mira.shop.eth', ...more, timestamp: 1795620600 })
const prepare = (text: string) => prepareRequest({ id: 'r', method: 'personal_sign', params: [text, own] }, testContext())

describe('a message about a name', () => {
  const origin = page
  const said = { uri: page, issuedAt: new Date(1_795_620_600_000).toISOString(), name: 'mira.shop.eth' }
  test.each<[string, object, Readonly<Record<string, string>>, string]>([
    [
      'registers',
      { attributes: { avatar: 'https://x.example/a.png', bio: '' }, origin },
      { action: 'register', avatar: 'https://x.example/a.png', bio: '–' },
      'Register the name mira.shop.eth',
    ],
    [
      'changes texts',
      { action: 'attributes', attributes: { 'com.github': 'mira' }, origin },
      { action: 'attributes', 'com.github': 'mira' },
      'Change what mira.shop.eth says',
    ],
    [
      'sets an address',
      { action: 'address', coinType: 60, address: own, origin },
      { action: 'address', chainId: '1', address: own },
      `Have mira.shop.eth lead to ${own}`,
    ],
    [
      'takes an address away',
      { action: 'address', coinType: 0, address: '', origin },
      { action: 'address', coinType: '0', address: '' },
      'Have mira.shop.eth lead to no address',
    ],
    [
      'hands it over',
      { action: 'transfer', to: own, coinType: 0x80002105, origin },
      { action: 'transfer', to: own, chainId: '8453' },
      `Hand the name mira.shop.eth over to ${own}`,
    ],
    [
      'hands it over on no network that is known',
      { action: 'transfer', to: own, coinType: 2 ** 31, origin },
      { action: 'transfer', to: own, coinType: '2147483648' },
      `Hand the name mira.shop.eth over to ${own}`,
    ],
    ['accepts it', { action: 'accept', origin }, { action: 'accept' }, 'Accept the name mira.shop.eth'],
    ['renews it', { action: 'renew', origin }, { action: 'renew' }, 'Renew the name mira.shop.eth'],
    ['gives it up', { action: 'release', origin }, { action: 'release' }, 'Give up the name mira.shop.eth'],
  ])('that %s is said in a sentence with its fields, where it is for the page that asks', async (_, more, values, sentence) => {
    const text = message(more)
    const { effects, warnings, details, risk } = await prepare(text)
    expect([effects, warnings]).toStrictEqual([[{ kind: 'name', values: { ...said, ...values } }], []])
    // S11: what pays a thief from then on is not for a place that a site may paint over.
    expect(risk).toBe(['address', 'transfer', 'release'].includes(values['action'] ?? '') ? 'risky' : 'normal')
    expect(details).toContainEqual({ path: 'message', value: text })
    const { sentence: pattern, parts, rest } = sayEffect(effects[0] ?? { kind: 'message', values: {} }, en)
    expect(pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => parts[name]?.text ?? '')).toBe(sentence)
    // Every field is said somewhere.
    const shown = [...Object.values(parts), ...rest.map(({ value }) => value)].map(({ text: each }) => each)
    for (const [name, value] of Object.entries(values)) if (name !== 'action' && value !== '') expect(shown).toContain(value)
    expect(shown).toEqual(expect.arrayContaining([said.uri, said.issuedAt]))
  })

  test.each([
    ['says more', message({ action: 'renew', origin, then: 'transfer' })],
    ['does something that is not known', message({ action: 'sell', origin })],
    ['has a field of another kind', message({ action: 'transfer', to: 7, origin })],
    ['is written in another way', message({ action: 'renew', origin }).replace('{', '{ ')],
    ['says a thing twice', `{"name":"other.eth",${message({ action: 'renew', origin }).slice(1)}`],
    ['has a text by the name of a field', message({ attributes: { uri: 'https://shop.example' }, origin })],
    ['has no time', JSON.stringify({ action: 'renew', name: 'mira.shop.eth', origin, timestamp: 'now' })],
    ['has a time that is none', JSON.stringify({ action: 'renew', name: 'mira.shop.eth', origin, timestamp: 9e15 })],
  ])('is shown whole where it %s', async (_, text) => {
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
    ['no value', 'null'],
    ['nothing', ''],
  ])('other texts are signed as ever: %s', async (_, text) => {
    expect(await prepare(text)).toMatchObject({ effects: [{ kind: 'message' }] })
  })
})
