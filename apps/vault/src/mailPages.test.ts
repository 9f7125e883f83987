import { mailDirection, mailLocales } from '@portico/service/mail'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { vaultPage } from './mailPages.js'
import { textsOf } from './texts/index.js'

test.each(mailLocales)('the page of a question in %s names what is asked for, and both answers', async (locale) => {
  const app = new Hono()
  app.get('/', (context) =>
    vaultPage(context, { locale, page: 'recover', action: '/x', match: '73', origin: 'https://shop.example', browser: '<b>' }),
  )
  const page = await (await app.request('/')).text()
  const { facts, pages } = textsOf(locale)
  expect(page).toContain(`<html lang="${locale}" dir="${mailDirection(locale)}">`)
  expect(page).toContain(`<h1>${pages.recover.title}</h1>`)
  for (const said of [pages.recover.text, pages.recover.confirm, pages.recover.decline, '73']) expect(page).toContain(said)
  expect(page).toContain(`<dt>${facts.origin}</dt><dd>https://shop.example</dd>`)
  expect(page).toContain(`<dt>${facts.browser}</dt><dd>&lt;b&gt;</dd>`)
})
