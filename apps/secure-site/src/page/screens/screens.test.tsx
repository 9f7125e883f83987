import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isCssStale } from '../../../scripts/build-css.mjs'
import { loadMessages } from '../i18n/index.js'
import { sayEffect, sayWarning } from './effects.js'
import { FactorField } from './factors.js'
import { ExportNotReadyError, KeyServiceError, PasskeyError, RecoveryDelayedError } from '../keys/errors.js'
import { PassphraseField } from './PassphraseField.js'
import { Framed, LabelledField, sayError, Shell, Speaks } from './parts.js'
import { RecoverScreen } from './RecoverScreen.js'
import { RequestBody } from './RequestBody.js'
import type { Recovery } from './stage.js'
import { piecesOfText, siteName } from './text.js'
import { effectKinds, fitForWindow, viewOf, warningKinds, type RequestView } from './view.js'

const t = await loadMessages('en')
const inGerman = await loadMessages('de')
await loadMessages('ar') // for what is drawn at once
const account = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'
const other = '0xE5c1F0a9b3D24c6688Aa0D41F7d2B6c9E8f01234'
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const view = (more: Partial<RequestView> = {}): RequestView => ({
  origin: 'https://shop.example',
  id: 'r1',
  method: 'eth_sendTransaction',
  namespace: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  address: account,
  effects: [{ kind: 'send', values: { amount: '5', symbol: 'USDC', to: other, token } }],
  warnings: [],
  risk: 'normal',
  changes: 'none',
  details: [],
  reducible: false,
  ...more,
})
/** What a person can read of a request. */
const read = (shown: RequestView, locale = 'en') => {
  const markup = renderToStaticMarkup(
    <Speaks locale={locale}>
      <RequestBody view={shown} />
    </Speaks>,
  )
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

test('a step has a way back wherever it stands: the modal’s where it has one, else its own', () => {
  const draw = (hasWayBack: boolean | undefined, onBack?: () => void) =>
    renderToStaticMarkup(
      <Speaks locale="en">
        <Framed value={hasWayBack === undefined ? undefined : { onHeight() {}, onWayBack() {}, hasWayBack: () => hasWayBack }}>
          <Shell title="Passphrase" onBack={onBack}>
            .
          </Shell>
        </Framed>
      </Speaks>,
    )
  const back = 'aria-label="Back"'
  expect(draw(undefined, () => {})).toContain(back)
  expect(draw(false, () => {})).toContain(back)
  expect(draw(true, () => {})).not.toContain(back)
  expect(draw(false)).not.toContain(back)
})

test('a wallet that a passkey alone opens names nothing else that would, and neither does a passkey that did not work', () => {
  const nothing = async () => {}
  const recovery: Recovery = {
    origin: 'https://shop.example',
    step: { kind: 'factor', passkey: true, recoveryCode: false, passphrase: false },
    byMail: nothing,
    resumeByMail: async () => false,
    endByMail: nothing,
    byIdentity: nothing,
    byPasskey: nothing,
    byCode: nothing,
    byPassphrase: nothing,
    onDone() {},
    onReject() {},
  }
  const shown = renderToStaticMarkup(
    <Speaks locale="en">
      <RecoverScreen recovery={recovery} />
    </Speaks>,
  )
  expect(shown).toContain('Use a passkey')
  expect(shown).not.toMatch(/recovery code|passphrase/i)
  expect(sayError(new PasskeyError('cancelled'), t, 'en')).not.toMatch(/recovery code|passphrase/i)
})

test('no keyboard mends what is typed into a field for a passphrase or a code', () => {
  const fields = [
    <PassphraseField key="p" label="p" value="" onChange={() => {}} />,
    <LabelledField key="c" label="c" value="" onChange={() => {}} />,
  ]
  for (const field of fields) {
    const markup = renderToStaticMarkup(<Speaks locale="en">{field}</Speaks>)
    for (const attribute of ['autoCorrect="off"', 'autoCapitalize="none"', 'spellCheck="false"']) expect(markup).toContain(attribute)
  }
})

test('a recovery code reads from the left in Arabic as well', () => {
  const markup = renderToStaticMarkup(
    <Speaks locale="ar">
      <FactorField kind="recoveryCode" value="" onChange={() => {}} />
    </Speaks>,
  )
  expect(markup).toMatch(/<input[^>]* dir="ltr"/)
})

test('no screen says that signing moves nothing, but over a text that can be read or a sign-in', () => {
  const moves = effectKinds.filter((kind) =>
    read(view({ method: 'eth_signTypedData_v4', effects: [{ kind, values: {}, message: 'Hello' }] })).includes(t.section.free),
  )
  expect(moves).toEqual(['message', 'signIn'])
  const both = view({
    method: 'personal_sign',
    effects: [
      { kind: 'message', values: {} },
      { kind: 'permit', values: { spender: other } },
    ],
  })
  expect(read(both)).not.toContain(t.section.free)
  const blind = view({ method: 'personal_sign', effects: [{ kind: 'message', values: {} }], warnings: [{ kind: 'blindMessage' }] })
  expect(read(blind)).not.toContain(t.section.free)
})

describe('what a request says', () => {
  test.each<[RequestView['effects'][number]['kind'], Record<string, string>, string]>([
    ['send', { amount: '5', symbol: 'USDC', to: other, token }, `Send 5 USDC to ${other}`],
    ['send', { amount: '1', tokenId: '77', symbol: 'APE', to: other }, `Send APE no. 77 to ${other}`],
    ['send', { amount: '5000', units: 'smallest', symbol: '', to: other }, `Send 5,000 smallest units of an unknown token to ${other}`],
    [
      'approve',
      { amount: '', unlimited: 'true', symbol: 'DAI', spender: other, token },
      `Let ${other} spend unlimited DAI until you revoke it`,
    ],
    [
      'approve',
      { amount: '', unlimited: 'true', symbol: '', spender: other, token },
      `Let ${other} spend an unlimited amount of an unknown token until you revoke it`,
    ],
    ['approve', { amount: '0', symbol: 'DAI', spender: other, token }, `Stop ${other} from spending DAI`],
    ['approve', { amount: '3', added: 'true', symbol: 'DAI', spender: other, token }, `Let ${other} spend 3 DAI more than before`],
    [
      'approvalForAll',
      { collection: token, operator: other, approved: 'true', symbol: 'APE' },
      `Let ${other} move everything you hold of ${token}`,
    ],
    [
      'approvalForAll',
      { collection: token, operator: other, approved: 'false', symbol: 'APE' },
      `Stop ${other} from moving what you hold of ${token}`,
    ],
    [
      'permit',
      { amount: '250', symbol: 'USDC', spender: other, token, until: '2026-03-14T18:50:00Z' },
      `Let ${other} spend 250 USDC, by signature`,
    ],
    ['call', { to: token, selector: '0x3ce33bff', value: '0', symbol: 'ETH' }, `Call ${token}`],
    ['call', { to: token, selector: '0x3ce33bff', value: '0.5', symbol: 'ETH' }, `Send 0.5 ETH to ${token} and call it`],
    ['delegation', { delegate: other }, `Hand this account over to the code at ${other}`],
    [
      'delegation',
      { delegate: '', account: 'So11111111111111111111111111111111111111112', what: 'mint', program: 'Token' },
      'Give up control of So11111111111111111111111111111111111111112 for good (mint)',
    ],
    ['signIn', { domain: 'shop.example', nonce: 'abc' }, 'Sign in to shop.example'],
    ['program', { program: 'Memo', instruction: 'memo' }, 'Run memo of Memo'],
  ])('%s %j', (kind, values, sentence) => expect(read(view({ effects: [{ kind, values }] }))).toContain(sentence))

  test('S13: the verified origin is the screen\u2019s own, and the site\u2019s name is quoted as its claim', () => {
    const shown = read(view({ claim: 'https://bank.example' }))
    expect(shown).toContain('Calls itself')
    expect(shown).toContain('“https://bank.example”')
    expect(siteName('https://shop.example')).toBe('shop.example')
    expect(siteName('http://127.0.0.1:5173')).toBe('http://127.0.0.1:5173')
  })

  test('a fee is told in dollars where its worth is known, its bound in the coin all the same', () => {
    const fee = { expected: '0.000010001', ceiling: '0.00002', symbol: 'ETH' }
    const told = (expected: number, ceiling: number) => read(view({ fee, feeWorth: { expected, ceiling } }))
    expect(told(0.001, 0.002)).toContain('under $0.01at most 0.00002 ETH')
    expect(told(0.4, 1.2)).toContain('about $0.40at most 0.00002 ETH')
    // The bound is above a cent: it is not said to be below one.
    expect(told(0.004, 0.02)).toContain('about $0.01')
  })

  test('S9: the strongest warning, account and network, effect, balances, other warnings, fee and details come in this order', () => {
    const shown = read(
      view({
        warnings: [
          { kind: 'lookAlike', values: { known: account } },
          { kind: 'newRecipient', values: { address: other } },
        ],
        changes: [{ symbol: 'USDC', amount: '-5' }],
        fee: { expected: '0.010000001', ceiling: '0.020000001', symbol: 'ETH' },
        details: [{ path: 'data', value: '0xa9059cbb' }],
        hash: '0x1234',
      }),
    )
    const places = [
      'This is not the address you know',
      'Account on Ethereum',
      'Send 5',
      '−5',
      'First transfer',
      'about 0.01 ETH',
      'at most 0.021 ETH',
      'Show all fields',
      '0xa9059cbb',
      '-5 USDC',
      '0.010000001 ETH',
      '0.020000001 ETH',
      '0x1234',
    ].map((part) => shown.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('what comes and goes is said in few digits, never less that leaves and never more that comes, with the whole contract of an unknown token', () => {
    const shown = read(
      view({
        changes: [
          { symbol: 'ETH', amount: '-0.123456789' },
          { symbol: 'USDC', amount: '100' },
          { symbol: `FAKE (${token})`, amount: '1234.56789' },
          { symbol: other, amount: '7' },
          { symbol: `${other} (smallest units)`, amount: '9' },
        ],
      }),
    )
    for (const part of ['You send−0.1235 ETH', 'You receive+100 USDC', '+1,234.56 FAKE', '+7 an unknown token'])
      expect(shown).toContain(part)
    expect(shown).toContain('+9 smallest units of an unknown token')
    expect(shown).toContain(`Token contract${token}`)
    expect(shown).toContain('-0.123456789 ETH') // in the details
    expect(read(view({ changes: [{ symbol: 'USDC', amount: '100' }] }), 'ar')).toContain('تستلم+100 USDC')
  })

  test('how long a permission lasts is said from now on, and when that is', () => {
    const until = new Date(Date.now() + 20 * 60_000).toISOString().replace(/\.\d+Z/, 'Z')
    const shown = read(view({ effects: [{ kind: 'permit', values: { amount: '1', symbol: 'USDC', spender: other, until } }] }))
    expect(shown).toMatch(/Expiresin 20 minutes .*\d{4}/)
  })

  test('what could not be simulated is said, once', () => {
    const said = 'The outcome could not be predicted'
    expect(read(view({ changes: 'failed' }))).toContain(said)
    const both = read(view({ changes: 'failed', warnings: [{ kind: 'cannotSimulate' }] }))
    expect(both.split(said)).toHaveLength(2)
  })

  test('S17: an address that only looks like a known one is a grave warning, with both whole', () => {
    const warning = { kind: 'lookAlike', values: { address: other, known: account } } as const
    expect(sayWarning(warning, t).grave).toBe(true)
    expect(read(view({ warnings: [warning] }))).toContain(`It only looks like ${account}.`)
    expect(sayWarning({ kind: 'unverifiedContract', values: { address: other, reason: 'account' } }, t)).toMatchObject({
      title: t.warning.plainAccount[0],
      grave: true,
    })
    expect(sayWarning({ kind: 'newRecipient' }, t).grave).toBe(false)
  })

  test('two warnings in the same words are read once, and two in other words are both read', () => {
    const warnings = [other, token].map((address) => ({ kind: 'newRecipient', values: { address } }) as const)
    expect(read(view({ warnings })).split('First transfer')).toHaveLength(2)
    const alike = [account, token].map((known) => ({ kind: 'lookAlike', values: { address: other, known } }) as const)
    expect(read(view({ warnings: alike })).split('It only looks like')).toHaveLength(3)
  })

  test('S15: control over an account of Solana is no code, and as grave as code is', () => {
    const said = sayWarning({ kind: 'delegation', values: { delegate: other, reason: 'authority' } }, t)
    expect(said).toMatchObject({ title: t.warning.delegation[0], sentence: t.warning.authority[1], grave: true })
    expect(sayWarning({ kind: 'delegation', values: { delegate: other } }, t).sentence).toBe(t.warning.delegation[1])
  })

  test('S9: of 10,000 random effects every value can be found on the screen or in its details', () => {
    const value = fc.oneof(fc.constantFrom(account, other, token), fc.stringMatching(/^[A-Za-z0-9 .:/-]{1,20}$/))
    const names = fc.constantFrom(
      'to',
      'from',
      'spender',
      'operator',
      'delegate',
      'token',
      'until',
      'owner',
      'protocol',
      'gives',
      'gets',
      'collection',
      'selector',
      'contract',
      'size',
      'program',
      'instruction',
      'memo',
      'primaryType',
      'name',
      'what',
      'account',
      'other',
    )
    let lost = 0
    fc.assert(
      fc.property(fc.constantFrom(...effectKinds), fc.dictionary(names, value, { maxKeys: 8 }), fc.boolean(), (kind, values, german) => {
        const { parts, rest } = sayEffect({ kind, values }, german ? inGerman : t)
        const shown = [...Object.values(parts), ...rest.map((one) => one.value)].map(({ text }) => text)
        // A sign-in's text stands below, whole, and its fields are in the details.
        if (kind !== 'signIn' && Object.values(values).some((each) => !shown.includes(each))) lost += 1
      }),
      { numRuns: 10_000 },
    )
    expect(lost).toBe(0)
  })

  test('S9: an amount is written as its language writes it, with each of its digits, and a period as in the modal', () => {
    const limit = view({ effects: [{ kind: 'grantLimit', values: { amount: '1234.00205', symbol: 'ETH', period: '3600' } }] })
    expect(read(limit, 'en')).toContain('At most 1,234.00205 ETH leave with it every hour')
    expect(read(limit, 'de')).toContain('Damit gehen höchstens 1.234,00205 ETH ab, je Stunde')
    expect(read(limit, 'ar')).toContain('يخرج بذلك 1,234.00205 ETH على الأكثر كل ساعة')
  })

  test('S36: texts of a site are text, and what cannot be seen in them is named', () => {
    const shown = read(
      view({ method: 'personal_sign', effects: [{ kind: 'message', values: {}, message: '<b>pay\u202Etxt</b>\u200B\nnext' }] }),
    )
    expect(shown).toContain('<b>payU+202Etxt</b>U+200B\nnext')
    expect(piecesOfText('a\u0007b')).toEqual([{ text: 'a' }, { hidden: 'U+0007', kind: 'control' }, { text: 'b' }])
    expect(piecesOfText('line\n\ttab')).toEqual([{ text: 'line\n\ttab' }])
    expect(piecesOfText('\u{E0041}\uD800')).toMatchObject([{ hidden: 'U+E0041' }, { hidden: 'U+D800' }])
  })

  test.each(['two\r\nlines', '👨‍👩‍👧 🏳️‍🌈 ❤️ 👍🏽 1️⃣ ☎️', 'می‌خواهم', 'क्‍ष'])('S36: %j stands as it is written', (text) => {
    expect(piecesOfText(text)).toEqual([{ text }])
  })

  test.each(['a\u200db', 'а\u200dб', 'é\u200d', 'a\ufe0f', '日\u200c本', '👍\u200c👍', 'a\rb'])(
    'S36: %j has something in it that is named',
    (text) => {
      expect(piecesOfText(text).some((piece) => 'hidden' in piece)).toBe(true)
    },
  )

  test('S9: a message without text is said to have none', () => {
    const empty = view({ method: 'personal_sign', effects: [{ kind: 'message', values: {}, message: '' }] })
    expect(read(empty)).toContain('It has no text')
    expect(read(empty, 'ar')).toContain('لا نص فيها')
  })

  test('S15: an end that never comes is said to be none, and its number is among all fields', () => {
    const values = { amount: '', unlimited: 'true', symbol: 'USDC', token, spender: other }
    const until = (text: string) => read(view({ effects: [{ kind: 'permit', values: { ...values, until: text } }] }))
    for (const endless of [2n ** 256n - 1n, 2n ** 48n - 1n]) {
      expect(until(String(endless))).toContain('ExpiresNever')
      expect(until(String(endless))).not.toContain(String(endless))
    }
    expect(until('2286-11-20T17:46:39Z')).toContain('2286')
  })

  test('S15: an end that comes with the block of the permission is said to be that, and no day long ago', () => {
    const values = { amount: '5', symbol: 'USDC', token, spender: other, until: 'block' }
    expect(read(view({ effects: [{ kind: 'permit', values }] }))).toContain('ExpiresAt once, within one block')
  })

  test('S9: white space that leaves the box empty, or pushes the text out of it, is named and counted', () => {
    const message = (text: string) => read(view({ method: 'personal_sign', effects: [{ kind: 'message', values: {}, message: text }] }))
    expect(message('   \n ')).toContain('U+0020 ×3U+000AU+0020')
    expect(message('\u00a0\u2800')).toContain('U+2800')
    expect(message(`Hello${'\n'.repeat(300)}I give everything away`)).toContain('HelloU+000A ×300I give everything away')
    expect(message(`${'\r\n'.repeat(40)}x`)).toContain('U+000D U+000A ×40x')
    expect(message(`Hello${'\u00a0'.repeat(900)}x`)).toContain('HelloU+00A0 ×900x')
    for (const text of ['a\n\n\nb', ' a ', 'key:        value\n']) expect(piecesOfText(text)).toEqual([{ text }])
  })

  test('S17: an address stands whole, in the groups in which the modal sets it', () => {
    const markup = renderToStaticMarkup(<RequestBody view={view()} />)
    const [, groups = ''] = /<bdi class="po-whole po-addr" dir="ltr">(.*?)<\/bdi>/.exec(markup) ?? []
    expect(groups).toBe(
      '<span><b>0x7f</b></span><span>3A9c</span><span>2E5b</span><span>41D0</span><span>8fA6</span><span>C7e1</span><span>9B0d</span>' +
        '<span>52F3</span><span>a8E7</span><span><b>c41b</b></span><span><b>09</b></span>',
    )
  })

  test('both languages can say every kind of effect and warning', () => {
    for (const locale of ['en', 'de']) {
      for (const kind of effectKinds) expect(read(view({ effects: [{ kind, values: {} }] }), locale)).not.toContain('undefined')
      for (const kind of warningKinds) expect(read(view({ warnings: [{ kind }] }), locale)).not.toContain('undefined')
    }
  })
})

test('the style sheet says what its sources say (run scripts/build-css.mjs)', async () => {
  expect(await isCssStale()).toBe(false)
})

test('a request that is too large for the mailbox goes to the window with its long fields cut, and says so', () => {
  const small = view({ details: [{ path: 'data', value: 'x'.repeat(2_000) }] })
  expect(fitForWindow(small)).toBe(small)
  const { details, hash, effects } = fitForWindow(
    view({
      hash: '0x1',
      details: [
        { path: 'data', value: 'x'.repeat(1_000_000) },
        { path: 'to', value: other },
      ],
    }),
  )
  expect(details).toEqual([
    { path: 'data', value: `${'x'.repeat(1_000)}… (1000000)` },
    { path: 'to', value: other },
  ])
  expect([hash, effects]).toEqual(['0x1', view().effects])
})

test('S9: the view of a request is a frozen copy without what can sign', () => {
  const values = { amount: '5', symbol: 'USDC', to: other }
  const shown = viewOf(
    {
      id: 'r',
      method: 'eth_sendTransaction',
      namespace: 'eip155',
      networkId: 'eip155:1',
      networkName: 'Ethereum',
      address: account,
      effects: [{ kind: 'send', values }],
      warnings: [],
      risk: 'normal',
      changes: 'none',
      details: [],
      sign: async () => '0x',
    },
    { origin: 'https://shop.example' },
  )
  values.amount = '5000'
  expect(shown.effects[0]?.values['amount']).toBe('5')
  expect(Object.isFrozen(shown.effects[0]?.values)).toBe(true)
  expect('sign' in shown).toBe(false)
  expect(JSON.parse(JSON.stringify(shown))).toEqual(shown)
})

describe('why something failed', () => {
  test.each<[string, unknown, string, string]>([
    [
      'a service’s code',
      new KeyServiceError({ code: 'no_mail', message: 'x' }),
      'This login has no e-mail address',
      'Diese Anmeldung hat keine E-Mail-Adresse',
    ],
    [
      'what has to be added first',
      new KeyServiceError({ code: 'factor_first', message: 'x' }),
      'Add a passkey, a recovery code or a passphrase first',
      'Fügen Sie zuerst einen Passkey',
    ],
    [
      'with how long to wait',
      new KeyServiceError({ code: 'cooldown', message: 'x', retryAfter: 42 }),
      'Please try again after 42 seconds',
      'Versuchen Sie es in 42 Sekunden noch einmal',
    ],
    [
      'a code without a sentence of its own',
      new KeyServiceError({ code: 'invalid', message: 'x' }),
      'The recovery service refused, or did not answer',
      'Der Wiederherstellungsdienst lehnte ab oder antwortet nicht',
    ],
    ['a wallet that opens later', new RecoveryDelayedError(86_399), 'Come back in 24 hours', 'Kommen Sie in 24 Stunden wieder'],
    ['minutes', new RecoveryDelayedError(121), 'Come back in 3 minutes', 'Kommen Sie in 3 Minuten wieder'],
    [
      'an error by its name',
      new ExportNotReadyError('wait'),
      'The words cannot be shown yet',
      'Die Wörter können noch nicht gezeigt werden',
    ],
    ['anything else', new Error('x'), 'Something went wrong', 'Etwas ging schief'],
    ['what is no error', 'constructor', 'Something went wrong', 'Etwas ging schief'],
  ])('%s', (_, error, english, german) => {
    expect(sayError(error, t, 'en')).toContain(english)
    expect(sayError(error, inGerman, 'de')).toContain(german)
  })
})
