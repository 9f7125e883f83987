import type { accounts as seededAccounts } from '../accounts.js'
import type { addresses as contractAddresses } from '../contracts/artifacts/addresses.js'
import { tokens } from '../contracts/tokens.js'
import { type Ports, chains } from '../parts.js'

export interface PageParameters {
  addresses: typeof contractAddresses
  accounts: typeof seededAccounts
  ports: Ports
  /** `http://host`, without a port. */
  origin: string
}

/** The status page. Complete as text before its script runs; the script adds what changes. */
export function pageHtml({ addresses, accounts, ports, origin }: PageParameters): string {
  const option = (value: string | number, text: string) => `<option value="${value}">${text}</option>`
  const knownAddresses = accounts.map(({ address, name, index }) => option(address, name ?? `Account ${index}`)).join('')
  const networks = chains.map(({ id, name }) => option(id, name)).join('')
  const portions = Object.entries(tokens)
    .map(([symbol, { portion }]) => `<option data-portion="${portion}">${symbol}</option>`)
    .join('')
  const parts = [
    ...chains.map(({ id, name, part }) => partRow({ part, name, note: `Chain ${id}`, url: `${origin}:${ports[part]}` })),
    partRow({ part: 'control', name: 'Control API', note: 'This page', url: `${origin}:${ports.control}` }),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Portico sandbox</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark('#006a6c'))}">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header>
<div class="top">
${mark('currentColor')}
<div><h1>Portico sandbox</h1><p>Local chains on this machine, with the field's public test accounts. Nothing here has value.</p></div>
<span class="status" role="status"><span class="dot" id="all-dot"></span><span id="all-text">Starting</span></span>
<button class="button" type="button" id="reset">Reset</button>
</div>
<div class="notice" id="failures" hidden><span></span><button class="copy" type="button" id="clear-failures">Clear</button></div>
</header>
<div class="layout">
<main>
<section aria-labelledby="parts">
<div class="head"><h2 id="parts">What runs</h2></div>
<ul class="rows ports">
${parts.join('\n')}
</ul>
</section>
<section aria-labelledby="accounts">
<div class="head"><h2 id="accounts">Accounts</h2>${tabs()}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Balances"><table>
<thead><tr>${columnHead('Account')}${shownTokens.map(columnHead).join('')}${columnHead('<span class="unseen">Copy</span>')}</tr></thead>
<tbody>
${accounts.map(accountRow).join('\n')}
</tbody></table></div>
</section>
<section aria-labelledby="contracts">
<div class="head"><h2 id="contracts">Contracts</h2><p>The same addresses on every chain</p></div>
<ul class="rows">
${Object.entries(addresses)
  .map(([key, address]) => contractRow(key, address))
  .join('\n')}
</ul>
</section>
</main>
<aside>
<section class="card" aria-labelledby="faucet">
<h2 id="faucet">Faucet</h2>
<p>Give any address ether or tokens.</p>
<form id="faucet-form">
<label>Address
<input name="address" class="mono" required pattern="0x[0-9a-fA-F]{40}" title="0x and 40 hex digits" placeholder="0x…"
  autocomplete="off" spellcheck="false" list="known">
</label>
<datalist id="known">${knownAddresses}</datalist>
<label>Network<select name="chainId">${networks}</select></label>
<div class="pair">
<label>Token<select name="token">${portions}</select></label>
<label>Amount
<input name="amount" required inputmode="decimal" pattern="[0-9]+(\\.[0-9]+)?" title="A number, such as 1.5"
  value="${tokens.ETH.portion}" autocomplete="off">
</label>
</div>
<button class="button primary" type="submit">Give</button>
<div class="result" role="status" id="faucet-result"></div>
</form>
</section>
</aside>
</div>
<script src="/page.js" type="module"></script>
</body>
</html>
`
}

/** The tokens that the table of accounts has a column for. */
const shownTokens = ['ETH', 'USDC', 'DAI', 'PORT']

function columnHead(text: string): string {
  return `<th scope="col">${text}</th>`
}

function mark(color: string): string {
  const column = (x: number, opacity: number) =>
    `<rect x="${x}" y="17" width="6" height="17" fill="${color}" fill-opacity="${opacity}"/>`
  const arch = `<path d="M6 16a14 14 0 0 1 28 0h-6a8 8 0 0 0-16 0z" fill="${color}"/>`
  const columns = column(6, 1) + column(17, 0.5) + column(28, 1)
  return `<svg class="mark" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true">${arch}${columns}</svg>`
}

function partRow({ part, name, note, url }: { part: string; name: string; note: string; url: string }): string {
  return (
    `<li data-part="${part}"><span class="dot"></span><span class="name">${name}<small>${note}</small></span>` +
    `<span class="fact height"></span><code class="where">${url}</code>${copyButton(url, `address of ${name}`)}</li>`
  )
}

function tabs(): string {
  const tab = ({ id, name }: { id: number; name: string }, index: number) =>
    `<label><input type="radio" name="network" value="${id}"${index === 0 ? ' checked' : ''}>${name}</label>`
  return `<fieldset class="tabs" aria-label="Network of the balances">${chains.map(tab).join('')}</fieldset>`
}

function accountRow({ address, name, index }: (typeof seededAccounts)[number]): string {
  const short = `<span class="mono" title="${address}">${address.slice(0, 6)}…${address.slice(-6)}</span>`
  const cells = shownTokens.map((symbol) => `<td data-token="${symbol}">–</td>`).join('')
  const label = name ? `<strong>${name}</strong>${short}` : short
  const who = `<span class="who">${facade(address)}<span>${label}</span></span>`
  const copy = copyButton(address, name ?? `account ${index}`)
  return `<tr data-address="${address}"><td>${who}</td>${cells}<td>${copy}</td></tr>`
}

function contractRow(key: string, address: string): string {
  const { name, note } = labels[key] ?? { name: key, note: '' }
  return (
    `<li><span class="name">${name}<small>${note}</small></span><code class="where">${address}</code>` +
    `${copyButton(address, `address of ${name}`)}</li>`
  )
}

function copyButton(text: string, what: string): string {
  return `<button class="copy" type="button" data-copy="${text}" aria-label="Copy ${what}">Copy</button>`
}

const labels: Record<string, { name: string; note: string }> = {
  usdc: { name: 'USDC', note: 'ERC-20 with permit, 6 decimals' },
  dai: { name: 'DAI', note: 'ERC-20 with permit, 18 decimals' },
  port: { name: 'PORT', note: 'ERC-20 with permit, 18 decimals' },
  weth: { name: 'WETH', note: 'Wrapped ether' },
  collection: { name: 'Doorways', note: 'ERC-721, pictures on chain' },
  factory: { name: 'Pool factory', note: 'Uniswap V2 interface' },
  router: { name: 'Router', note: 'Uniswap V2 interface' },
  wethUsdcPair: { name: 'WETH / USDC', note: 'Pool' },
  wethDaiPair: { name: 'WETH / DAI', note: 'Pool' },
  usdcDaiPair: { name: 'USDC / DAI', note: 'Pool' },
  wethPortPair: { name: 'WETH / PORT', note: 'Pool' },
  multicall3: { name: 'Multicall3', note: 'At its usual address' },
  ensRegistry: { name: 'ENS registry', note: 'Ethereum only, at its usual address' },
  ensUniversalResolver: { name: 'ENS universal resolver', note: 'Ethereum only, at its usual address' },
  ensResolver: { name: 'ENS resolver', note: 'Ethereum only' },
}

/** Nested arches in a hue that follows from the address (FNV-1a), as the modal draws an account. */
function facade(address: string): string {
  let hash = 0x811c9dc5
  for (const char of address.toLowerCase()) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  const hue = (hash % 15) * 24
  const arch = (r: number, top: number, tone: string) =>
    `<path fill="hsl(${hue} ${tone})" d="M${16 - r} 32V${top}a${r} ${r} 0 0 1 ${2 * r} 0V32z"/>`
  const ground = `<rect width="32" height="32" fill="hsl(${hue} 26% 86%)"/>`
  const arches = arch(11, 15, '40% 68%') + arch(7, 19, '46% 46%') + arch(3, 23, '54% 24%')
  return `<svg viewBox="0 0 32 32" aria-hidden="true">${ground}${arches}</svg>`
}
