/** Small pages of a service's own origin that are opened from mails: no script, no embedding, forms to themselves alone. */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { randomToken } from '../secrets/secrets.js'
import { documentHeaders, plainPage, plainPolicy } from './plainPage.js'

export interface MailPageText {
  readonly title: string
  readonly text: string
  /** What pressing the buttons means. */
  readonly confirm?: string
  readonly decline?: string
}

export interface MailPageParameters {
  locale: string
  text: MailPageText
  /** Path that the buttons post `decision` to: `confirm` or `decline`. */
  action?: string
  /** Two digits, shown large. */
  match?: string
  /** Names and values, in this order. */
  facts?: readonly (readonly [name: string, value: string])[]
}

/** The page, with the same status for links that are good and links that are over: a scanner learns nothing. */
export async function mailPage(context: Context, { locale, text, action, match, facts = [] }: MailPageParameters): Promise<Response> {
  const { title, confirm, decline } = text
  const nonce = randomToken(16)
  const body = html`<p>${text.text}</p>
${match && html`<p class="match">${match}</p>`}
${facts.length > 0 && html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}
${
  action &&
  html`<form method="post" action="${action}">
${confirm && html`<button class="main" name="decision" value="confirm">${confirm}</button>`}
${decline && html`<button name="decision" value="decline">${decline}</button>`}
</form>`
}`
  const policies = { 'cross-origin-opener-policy': 'same-origin', 'content-security-policy': plainPolicy(nonce) }
  return context.html(plainPage({ locale, title, body, nonce }), 200, { ...documentHeaders, ...policies })
}
