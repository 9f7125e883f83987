import * as z from 'zod/mini'
import { emailStarted } from '../api.js'
import { type TestBrowser, keepSession, testBrowser } from './browser.js'
import { type TestSite, codeIn } from './site.js'

const mailed = z.object({ flowId: z.string() })

/** Asks for a mail, which has to be sent. @returns the flow's id and what was answered */
export async function startLogin(browser: TestBrowser, email: string, more: Readonly<Record<string, unknown>> = {}) {
  const { body } = await browser.post('/v1/email/start', { email, ...more })
  const { flowId } = mailed.parse(body)
  return { flowId, started: emailStarted.parse(body) }
}

/** A browser of somebody who has logged in by e-mail, with all its steps. */
export async function loggedInBrowser(site: TestSite, email: string): Promise<TestBrowser> {
  const browser = await testBrowser(site.app)
  await logIn(site, browser, email)
  return browser
}

/** Logs in by e-mail. The newest mail has to be this one's. */
export async function logIn(site: TestSite, browser: TestBrowser, email: string) {
  const { flowId } = await startLogin(browser, email)
  const otp = codeIn((await site.mailed()).findLast(({ to }) => to === email))
  return keepSession(browser, await browser.post('/v1/email/otp', { flowId, otp }))
}
