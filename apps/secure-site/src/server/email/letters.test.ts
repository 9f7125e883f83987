import type { AddressInfo } from 'node:net'
import { composeMail, mailLocale, mailLocales, smtpTransport } from '@portico/service/mail'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeCodeLetter, codeLetter, linkLetter } from './letters.js'

const received: Email[] = []
let refuse = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, callback) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (refuse) return callback(new Error('mailbox is full'))
      void PostalMime.parse(Buffer.concat(chunks)).then((mail) => received.push(mail))
      callback()
    })
  },
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

test('a mail server gets the mail as text and HTML, in both languages', async () => {
  const transport = smtpTransport({ url, from: 'Wallet <wallet@secure.example>' })
  for (const locale of ['en', 'de'] as const) {
    await transport.send({
      to: 'visitor@example.com',
      ...(await composeMail(codeLetter(locale, { code: '042137', origin: 'https://shop.example', browser: 'Firefox on Linux' }))),
    })
  }
  transport.close()
  await vi.waitFor(() => expect(received).toHaveLength(2), 20_000)
  expect(received.map(({ subject }) => subject)).toEqual(['Your code for shop.example', 'Ihr Code für shop.example'])
  for (const mail of received) {
    expect(mail.from).toMatchObject({ name: 'Wallet', address: 'wallet@secure.example' })
    expect(mail.to?.map(({ address }) => address)).toEqual(['visitor@example.com'])
    expect(mail.text).toMatch(/^042137$/m)
    expect(mail.html).toContain('>042137<')
    // Nothing is fetched when it is opened.
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)|src=|@import|url\(/i)
  }
  expect(received[1]?.html).toContain('<html lang="de" dir="ltr">')
})

test('S51: each mail with a code says which site and which browser asked for it, in every language', async () => {
  const asker = { origin: 'https://shop.example', browser: 'Firefox on Linux' }
  for (const locale of mailLocales) {
    const letters = [
      codeLetter(locale, { code: '042137', ...asker }),
      changeCodeLetter(locale, { code: '042137', step: 'primary', newEmail: 'new@example.org', ...asker }),
      changeCodeLetter(locale, { code: '042137', step: 'secondary', newEmail: 'new@example.org', ...asker }),
    ]
    for (const letter of letters) {
      const { text } = await composeMail(letter)
      expect(text).toMatch(/shop\.example.*Firefox on Linux/)
      expect(text.match(/\d{6}/g)).toEqual(['042137'])
    }
  }
})

test('what a site or a browser calls itself is text in the mail', async () => {
  const { html, text } = await composeMail(
    linkLetter('en', { url: 'https://secure.example/device/a"b', origin: 'https://<b>.example', browser: '<script>&' }),
  )
  expect(html).toContain('&lt;script&gt;&amp;')
  expect(html).toContain('href="https://secure.example/device/a&quot;b"')
  expect(html).not.toContain('<script')
  expect(text).toContain('<script>&')
})

test('an address with a line break is no second recipient', async () => {
  const transport = smtpTransport({ url, from: 'Wallet <wallet@secure.example>' })
  received.length = 0
  await transport
    .send({ to: 'a@example.com\r\nBcc: evil@example.com', subject: 'x\r\nBcc: evil@example.com', text: 'x', html: 'x' })
    .catch(() => {})
  transport.close()
  for (const mail of received) expect(mail.bcc ?? []).toEqual([])
})

test('a mail server that refuses, or is not there, is an error and not a hang', async () => {
  refuse = true
  const transport = smtpTransport({ url, from: 'wallet@secure.example' })
  await expect(transport.send({ to: 'a@example.com', subject: 'x', text: 'x', html: 'x' })).rejects.toThrow()
  transport.close()
  refuse = false
  const nobody = smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'wallet@secure.example' })
  await expect(nobody.send({ to: 'a@example.com', subject: 'x', text: 'x', html: 'x' })).rejects.toThrow()
  nobody.close()
})

test('the language is the closest that there is', () => {
  expect([undefined, 'de', 'de-AT', 'DE_ch', 'en-GB', 'nl', '', 'deutsch', 'x'.repeat(99)].map((tag) => mailLocale(tag))).toEqual([
    'en',
    'de',
    'de',
    'de',
    'en',
    'en',
    'en',
    'en',
    'en',
  ])
})
