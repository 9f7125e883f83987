import { expect, test } from 'vitest'
import type { CaughtMail, Catcher } from './catcher.js'
import { inboxApp } from './inbox.js'

function inboxOf(mails: readonly CaughtMail[]) {
  const catcher: Catcher = { list: () => mails, next: () => Promise.reject(new Error('none')), clear: () => {}, close: async () => {} }
  return async (path: string) =>
    (await inboxApp(() => catcher).request(`http://127.0.0.1:8025${path}`, { headers: { host: '127.0.0.1:8025' } })).text()
}

const mail: CaughtMail = {
  id: 1,
  receivedAt: 0,
  from: 'a@example.com',
  to: ['"><b>@example.com'],
  subject: '<script>alert(1)</script>',
  text: 'Open https://vault.example/recover/a?b=1&c=2 <now>',
  html: '<p>mail</p>',
  code: '042137',
  links: [],
}

test('what a mail says is text on the page, and its links can be pressed', async () => {
  const page = await inboxOf([mail])('/?to=%3Ci%3E')
  expect(page).toContain('Mails to &lt;i&gt;. <a href="/">All mails</a>')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toMatch(/<script|<b>|<i>|<now>/)
  expect(page).toContain(
    'Open <a href="https://vault.example/recover/a?b=1&amp;c=2" target="_blank" rel="noreferrer">https://vault.example/recover/a?b=1&amp;c=2</a> &lt;now&gt;',
  )
  expect(page).toContain('<details class="mail" open>')
  expect(page).toContain('<code class="code">042137</code>')
  expect(page).toContain('src="/mails/1/html"')
})

test('what ends a sentence is not of its link', async () => {
  const page = await inboxOf([{ ...mail, text: 'It was asked for on http://127.0.0.1:5173, not on https://a.example/?b. Done' }])('/')
  expect(page).toContain('href="http://127.0.0.1:5173" ')
  expect(page).toContain('href="https://a.example/?b" ')
})

test('an empty inbox says what to do', async () => {
  expect(await inboxOf([])('/')).toContain('No mail yet.')
})
