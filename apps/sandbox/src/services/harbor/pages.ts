import type { Html } from '@portico/service/http'
import { html, raw } from 'hono/html'
import { cards } from './cards.js'
import type { HarborSession } from './ledger.js'

/** What is wrong with a form: a sentence, and the field that it is about. */
export interface Problem {
  readonly text: string
  readonly field?: 'card' | 'expiry' | 'cvc' | 'code' | 'iban' | 'account'
}

/** What the pages may load: their own two files. */
export const harborPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const anchor = raw(
  '<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="16" cy="7" r="3.4"/><path d="M16 10.5V28M10.5 15h11M4.5 18.5C5.5 24.5 10 28 16 28s10.5-3.5 11.5-9.5"/></svg>',
)
const icons = {
  busy: '<path d="M12 3a9 9 0 1 0 9 9"/>',
  good: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  bad: '<path d="M6 6l12 12M18 6 6 18"/>',
} as const
const icon = (name: keyof typeof icons) =>
  raw(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${icons[name]}</svg>`,
  )

/** A page to pay on, or to say where money is to go. */
export function formPage(session: HarborSession, problem?: Problem): Html {
  if (session.kind === 'exchange') return frame('Send from Harbor Exchange', exchangeForm(session))
  if (session.kind === 'sell') return frame(titleOf(session), sellForm(session, problem))
  return frame(titleOf(session), session.method === 'card' ? cardForm(session, problem) : bankForm(session))
}

/** The bank asks for a code. */
export function securePage(session: HarborSession, card: string, problem?: Problem): Html {
  const body = html`<div><h1>Confirm with your bank</h1>
<p class="lead">Your bank has sent a code to your phone for ${money(session)}. In the sandbox it is 123456.</p></div>
${alert(problem)}
<form method="post" action="/pay/secure?session=${session.token}" novalidate>
<input type="hidden" name="card" value="${card}">
<div>${field({ name: 'code', label: 'Code', inputmode: 'numeric', problem })}</div>
<button class="button">Confirm</button>
</form>`
  return frame('Confirm with your bank', body)
}

/** How it goes with what was paid. */
export function statePage(session: HarborSession): Html {
  const { status, redirectUrl, depositAddress } = session
  const { title, text, look } = stateOf(session)
  const isLive = look === 'busy'
  const body = html`<div class="state ${look}" data-status="${status}" data-deposit="${String(depositAddress !== undefined)}" data-live="${String(isLive)}">${icon(look)}
<div role="status"><h1 tabindex="-1">${title}</h1><p class="lead">${text}</p></div></div>
${session.status === 'created' && depositAddress !== undefined && html`<p class="deposit" translate="no">${depositAddress}</p>`}
${look !== 'bad' && summary(session)}
${isLive && html`<a class="button plain" href="/pay?session=${session.token}" data-again>Look again</a>`}
${redirectUrl !== undefined && html`<a class="button" href="${redirectUrl}">Back to ${new URL(redirectUrl).host}</a>`}
<button class="button plain" type="button" data-close hidden>Close this window</button>
${redirectUrl === undefined && html`<p class="hint">You may close this window: the site that sent you here learns of it by itself.</p>`}`
  return frame(title, body)
}

/** For an address that leads nowhere. */
export function lostPage(): Html {
  const body = html`<div class="state bad">${icon('bad')}<div><h1>This page has expired</h1>
<p class="lead">Nothing was paid. Go back to the site that sent you here, and begin again.</p></div></div>`
  return frame('This page has expired', body)
}

interface State {
  readonly title: string
  readonly text: string
  readonly look: keyof typeof icons
}

function stateOf({ status, kind, asset, depositAddress, amount, failureReason }: HarborSession): State {
  const coins = `${amount} ${asset.symbol}`
  if (kind === 'sell') {
    if (status === 'created' && depositAddress !== undefined) {
      return {
        title: `Send ${coins}`,
        text: `Send exactly this much on ${asset.networkName} to the address below. The site can do it for you.`,
        look: 'busy',
      }
    }
    if (status === 'settled') return { title: 'Paid out', text: 'The money is on its way to your bank account.', look: 'good' }
    if (status === 'refunded')
      return { title: 'Sent back', text: 'Your bank refused the money. The coins are back where they came from.', look: 'bad' }
  }
  switch (status) {
    case 'settled':
      return { title: 'Delivered', text: `${coins} arrived on ${asset.networkName}.`, look: 'good' }
    case 'refunded':
      return { title: 'Refunded', text: `${coins} could not be delivered. Your money is on its way back to you.`, look: 'bad' }
    case 'failed':
      return {
        title: 'Not paid',
        text: failureReason === undefined ? 'Nothing was taken.' : 'That were too many tries. Nothing was taken: go back, and begin again.',
        look: 'bad',
      }
    case 'expired':
      return {
        title: 'This page has expired',
        text: 'Nothing was paid. Go back to the site that sent you here, and begin again.',
        look: 'bad',
      }
    case 'created':
    case 'paid':
    case 'processing':
      return {
        title: kind === 'sell' ? 'Coins received' : 'Paid',
        text: kind === 'sell' ? 'Your bank is being told.' : `${coins} is on its way to you.`,
        look: 'busy',
      }
  }
}

const titleOf = ({ kind, amount, asset }: HarborSession): string => `${kind === 'sell' ? 'Sell' : 'Buy'} ${amount} ${asset.symbol}`
const money = ({ price, amount, asset }: HarborSession): string =>
  price ? `${price.paymentTotal.amount} ${price.paymentTotal.currency}` : `${amount} ${asset.symbol}`

function summary({ price, kind, asset, amount, address }: HarborSession): Html {
  const row = (term: string, value: string | Html, isTotal = false) =>
    html`<div${isTotal ? raw(' class="total"') : ''}><dt>${term}</dt><dd>${value}</dd></div>`
  const paid = price && [
    row(kind === 'sell' ? 'You sell' : 'You get', `${amount} ${asset.symbol}`),
    row('Fee', `${price.providerFee.amount} ${price.providerFee.currency}`),
    row('Network', `${price.networkFee.amount} ${price.networkFee.currency}`),
    row(kind === 'sell' ? 'You are paid' : 'You pay', `${price.paymentTotal.amount} ${price.paymentTotal.currency}`, true),
  ]
  return html`<dl>${paid ?? row('You send', `${amount} ${asset.symbol}`)}
${row(kind === 'sell' ? 'From' : 'To', html`<code translate="no">${address}</code>`)}
${row('On', asset.networkName)}</dl>`
}

function cardForm(session: HarborSession, problem: Problem | undefined): Html {
  return html`<h1>${titleOf(session)}</h1>
${alert(problem)}
${summary(session)}
<form method="post" action="/pay/card?session=${session.token}" novalidate>
<fieldset><legend>Pay by card</legend>
<div>${field({ name: 'card', label: 'Card number', inputmode: 'numeric', problem })}</div>
<div class="pair"><div>${field({ name: 'expiry', label: 'Expiry', hint: 'MM/YY', problem })}</div><div>${field({ name: 'cvc', label: 'CVC', inputmode: 'numeric', hint: 'Any 3 digits', problem })}</div></div>
</fieldset>
<button class="button">Pay ${money(session)}</button>
</form>
<details><summary>Cards to try</summary><table><tbody>${cards.map(({ number, note }) => html`<tr><td translate="no">${number.replace(/(.{4})(?=.)/g, '$1 ')}</td><td>${note}</td></tr>`)}</tbody></table></details>`
}

function bankForm(session: HarborSession): Html {
  const reference = session.id.slice(2, 12).toUpperCase()
  return html`<h1>${titleOf(session)}</h1>
${summary(session)}
<dl><div><dt>Account</dt><dd><code translate="no">DE02 1203 0000 0000 2020 51</code></dd></div><div><dt>Reference</dt><dd><code translate="no">${reference}</code></dd></div></dl>
<form method="post" action="/pay/bank?session=${session.token}">
<p class="hint">Transfer ${money(session)} with this reference. No bank takes part in the sandbox: say that you have, and it has arrived.</p>
<button class="button">I have sent the transfer</button>
</form>`
}

function sellForm(session: HarborSession, problem: Problem | undefined): Html {
  return html`<h1>${titleOf(session)}</h1>
${alert(problem)}
${summary(session)}
<form method="post" action="/pay/sell?session=${session.token}" novalidate>
<fieldset><legend>Where is the money to go?</legend>
<div>${field({ name: 'iban', label: 'IBAN', hint: 'DE89 3704 0044 0532 0130 00 is paid, DE02 1001 0010 0006 8201 01 is refused by the bank.', problem })}</div>
</fieldset>
<button class="button">Go on</button>
</form>`
}

function exchangeForm(session: HarborSession): Html {
  return html`<div><h1>Send ${session.amount} ${session.asset.symbol}</h1><p class="lead">From your account at Harbor Exchange. In the sandbox everybody has one, with enough of everything.</p></div>
${summary(session)}
<form method="post" action="/pay/exchange?session=${session.token}"><button class="button">Send</button></form>
<form method="post" action="/pay/cancel?session=${session.token}"><button class="button plain">Don’t send</button></form>`
}

interface FieldParameters {
  name: NonNullable<Problem['field']>
  label: string
  hint?: string
  inputmode?: 'numeric'
  problem: Problem | undefined
}

/** The browser fills in nothing: this is no place for a real card. */
function field({ name, label, hint, inputmode, problem }: FieldParameters): Html {
  const isWrong = problem?.field === name
  const described = [isWrong && 'problem', hint !== undefined && `${name}-hint`].filter(Boolean).join(' ')
  return html`<label for="${name}">${label}</label>
<input type="text" id="${name}" name="${name}" autocomplete="off" spellcheck="false" required${inputmode ? raw(` inputmode="${inputmode}"`) : ''}${isWrong ? raw(' aria-invalid="true"') : ''}${described ? html` aria-describedby="${described}"` : ''}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}`
}

const alert = (problem: Problem | undefined) => problem && html`<p class="alert" role="alert" id="problem">${problem.text}</p>`

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Harbor Pay</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<div class="page">
<header>${anchor}<strong>Harbor Pay</strong><span class="test">Test money only</span></header>
<main>${body}</main>
<footer>Part of the Portico sandbox. No card is charged, and nothing here has value.</footer>
</div>
<script src="/page.js" type="module"></script>
</body>
</html>
`
}
