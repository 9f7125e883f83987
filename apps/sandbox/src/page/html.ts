import type { BitcoinAccount } from '@portico/chains/bitcoin'
import { solanaAccounts as solana, solanaTokens } from '@portico/chains/solana/data'
import type { accounts as seededAccounts } from '../accounts.js'
import type { addresses as contractAddresses } from '../contracts/artifacts/addresses.js'
import { tokens } from '../contracts/tokens.js'
import { type Ports, chains, namedChains, services } from '../parts.js'

export interface PageParameters {
  addresses: typeof contractAddresses
  accounts: typeof seededAccounts
  bitcoinAccounts: readonly BitcoinAccount[]
  ports: Ports
  /** `http://host`, without a port. */
  origin: string
}

/** The status page. Complete as text before its script runs; the script adds what changes. */
export function pageHtml({ addresses, accounts, bitcoinAccounts, ports, origin }: PageParameters): string {
  const bitcoinHolders = bitcoinAccounts.flatMap(({ index, payment, ordinals }) => [
    { address: payment.address, name: `Payment ${index}` },
    { address: ordinals.address, name: `Ordinals ${index}` },
  ])
  const holders = {
    evm: accounts.map(({ address, name, index }) => ({ address, name: name ?? `Account ${index}`, isNamed: name !== null })),
    solana: solana.map(({ address, index }) => ({ address, name: `Account ${index}` })),
    bitcoin: bitcoinHolders.map((holder) => ({ ...holder, isNamed: true })),
  } satisfies Record<Family, readonly Holder[]>
  const networks = tabsOf.map(({ value, name, family }) => `<option value="${value}" data-family="${family}">${name}</option>`)
  const parts = [
    ...chains.map(({ id, name, part }) => partRow({ part, name, note: `Chain ${id}`, url: `${origin}:${ports[part]}` })),
    ...namedChains.map(({ part, name, note }) => partRow({ part, name, note, url: `${origin}:${ports[part]}` })),
    ...services.map(({ part, name, note, scheme }) =>
      partRow({ part, name, note, url: `${origin.replace('http', scheme)}:${ports[part]}` }),
    ),
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
${families.map((family) => balancesTable(family, holders[family])).join('\n')}
</section>
<section aria-labelledby="contracts">
<div class="head"><h2 id="contracts">Contracts</h2><p>The same addresses on every EVM chain</p></div>
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
<p>Give any address coins or tokens.</p>
<form id="faucet-form">
<label>Network<select name="network">${networks.join('')}</select></label>
<label>Address
<input name="address" class="mono" required placeholder="0x…" autocomplete="off" spellcheck="false" list="known-evm">
</label>
${families.map((family) => `<datalist id="known-${family}">${holders[family].map(knownOption).join('')}</datalist>`).join('\n')}
<div class="pair">
<label>Token<select name="token">${families.flatMap((family) => assets[family].map((asset) => tokenOption(family, asset))).join('')}</select></label>
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

/** Chains that have the same accounts and the same tokens. */
type Family = 'evm' | 'solana' | 'bitcoin'

const families = ['evm', 'solana', 'bitcoin'] as const

interface Holder {
  address: string
  name: string
  /** Whether the name is shown, or the address alone. */
  isNamed?: boolean
}

interface Asset {
  symbol: string
  decimals: number
  /** What the faucet gives, in whole units. */
  portion: string
  /** Whether the table of accounts has a column for it. */
  isShown: boolean
}

const assets: Record<Family, readonly Asset[]> = {
  evm: Object.entries(tokens).map(([symbol, { decimals, portion }]) => {
    return { symbol, decimals, portion, isShown: symbol !== 'WETH' }
  }),
  solana: [
    { symbol: 'SOL', decimals: 9, portion: '1', isShown: true },
    ...solanaTokens.map(({ symbol, decimals }) => ({ symbol, decimals, portion: '100', isShown: true })),
  ],
  bitcoin: [{ symbol: 'BTC', decimals: 8, portion: '0.01', isShown: true }],
}

const tabsOf: readonly { value: string; name: string; family: Family }[] = [
  ...chains.map(({ id, name }) => ({ value: String(id), name, family: 'evm' as const })),
  ...namedChains.map(({ part, name }) => ({
    value: part,
    name,
    family: part === 'bitcoin' ? ('bitcoin' as const) : ('solana' as const),
  })),
]

function balancesTable(family: Family, holders: readonly Holder[]): string {
  const columns = assets[family].filter(({ isShown }) => isShown).map(({ symbol }) => symbol)
  const heads = ['Account', ...columns, '<span class="unseen">Copy</span>'].map(columnHead).join('')
  const rows = holders.map((holder) => accountRow(holder, columns)).join('\n')
  return `<div class="scroll" tabindex="0" role="region" aria-label="Balances" data-family="${family}"${family === 'evm' ? '' : ' hidden'}><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows}
</tbody></table></div>`
}

function knownOption({ address, name }: Holder): string {
  return `<option value="${address}">${name}</option>`
}

function tokenOption(family: Family, { symbol, decimals, portion }: Asset): string {
  const unused = family === 'evm' ? '' : ' hidden disabled'
  return `<option data-family="${family}" data-portion="${portion}" data-decimals="${decimals}"${unused}>${symbol}</option>`
}

function columnHead(text: string): string {
  return `<th scope="col">${text}</th>`
}

function mark(color: string): string {
  const column = (x: number, opacity: number) => `<rect x="${x}" y="17" width="6" height="17" fill="${color}" fill-opacity="${opacity}"/>`
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
  const tab = ({ value, name, family }: (typeof tabsOf)[number], index: number) =>
    `<label><input type="radio" name="network" value="${value}" data-family="${family}"${index === 0 ? ' checked' : ''}>${name}</label>`
  return `<fieldset class="tabs" aria-label="Network of the balances">${tabsOf.map(tab).join('')}</fieldset>`
}

function accountRow({ address, name, isNamed }: Holder, columns: readonly string[]): string {
  const short = `<span class="mono" title="${address}">${address.slice(0, 6)}…${address.slice(-6)}</span>`
  const cells = columns.map((symbol) => `<td data-token="${symbol}">–</td>`).join('')
  const label = isNamed ? `<strong>${name}</strong>${short}` : short
  const who = `<span class="who">${facade(address)}<span>${label}</span></span>`
  return `<tr data-address="${address}"><td>${who}</td>${cells}<td>${copyButton(address, name)}</td></tr>`
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
  poolFactory: { name: 'Factory of pools with fees', note: 'Uniswap V3 interface' },
  quoter: { name: 'Quoter', note: 'QuoterV2 interface' },
  router02: { name: 'Router of both kinds of pools', note: 'SwapRouter02 interface' },
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
