/** The page's script. Text that it shows is set as text, never as markup. */
export const pageScript = `
const one = (selector, root = document) => root.querySelector(selector)
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const bitcoins = new Intl.NumberFormat('en', { maximumFractionDigits: 8 })
let heights = {}
let shown = ''

const ask = async (path, method = 'GET', body) => {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...json })
  const answer = await response.json()
  if (answer.error) throw new Error(answer.error.message)
  return answer
}

const factOf = ({ part, blockNumber, connections, wallets, mails }) => {
  if (connections !== undefined) return connections === 1 ? '1 client' : numbers.format(connections) + ' clients'
  if (wallets !== undefined) return numbers.format(wallets) + ' wallets'
  if (mails !== undefined) return mails === 1 ? '1 mail' : numbers.format(mails) + ' mails'
  if (blockNumber === undefined) return ''
  return (part.startsWith('solana') ? 'Slot ' : 'Block ') + numbers.format(blockNumber)
}

const showHealth = ({ ready, up, parts, failures }) => {
  heights = Object.fromEntries(parts.map(({ chain, chainId = chain, blockNumber }) => [chainId, blockNumber]))
  for (const part of parts) {
    const row = one('[data-part="' + part.part + '"]')
    one('.dot', row).dataset.up = part.up
    one('.height', row).textContent = part.up ? factOf(part) : 'Not running'
  }
  one('#all-dot').dataset.up = ready && up
  one('#all-text').textContent = !ready ? 'Starting' : up ? 'All running' : 'Something is down'
  one('#failures').hidden = failures.length === 0
  const waiting = failures.length === 1 ? ' injected failure waits for requests.' : ' injected failures wait for requests.'
  one('#failures span').textContent = failures.length + waiting
}

const showBalances = async (force) => {
  const { value: chainId, dataset } = one('.tabs [name=network]:checked')
  for (const table of all('.scroll[data-family]')) table.hidden = table.dataset.family !== dataset.family
  const key = chainId + ':' + heights[chainId]
  if (!force && key === shown) return
  shown = key
  for (const { address, balances } of await ask('/balances/' + chainId)) {
    for (const cell of all('tr[data-address="' + address + '"] [data-token]')) {
      const { token } = cell.dataset
      cell.textContent = (token === 'BTC' ? bitcoins : numbers).format(balances[token])
    }
  }
}

const refresh = async (force) => {
  try {
    showHealth(await ask('/health'))
    await showBalances(force)
  } catch {
    one('#all-dot').dataset.up = false
    one('#all-text').textContent = 'Not running'
    for (const dot of all('[data-part] .dot')) dot.dataset.up = false
  }
}

/** Runs one press at a time, with the button's words saying so. */
const busy = async (button, words, work) => {
  if (button.ariaDisabled === 'true') return
  const before = button.textContent
  button.ariaDisabled = 'true'
  button.textContent = words
  try {
    return await work()
  } finally {
    button.ariaDisabled = null
    button.textContent = before
  }
}

const say = (text, kind) => {
  const result = one('#faucet-result')
  result.textContent = text
  result.dataset.kind = kind
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
})

one('#reset').addEventListener('click', ({ currentTarget }) =>
  busy(currentTarget, 'Resetting', async () => {
    await ask('/reset', 'POST').catch((error) => say(error.message, 'bad'))
    await refresh(true)
  }),
)

one('#clear-failures').addEventListener('click', async () => {
  await ask('/fail', 'DELETE')
  await refresh(true)
})

for (const tab of all('.tabs [name=network]')) tab.addEventListener('change', () => refresh(true))

const form = one('#faucet-form')

/** A decimal number in the smallest units, exactly; undefined with more digits than there are units. */
const toUnits = (amount, decimals) => {
  const [whole, fraction = ''] = amount.split('.')
  if (fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString()
}

const showTokens = () => {
  const { family } = form.network.selectedOptions[0].dataset
  for (const option of form.token.options) option.hidden = option.disabled = option.dataset.family !== family
  form.address.setAttribute('list', 'known-' + family)
  form.address.placeholder = { evm: '0x…', bitcoin: 'bc1…' }[family] ?? ''
  if (form.token.selectedOptions[0]?.dataset.family === family) return
  form.token.selectedIndex = [...form.token.options].findIndex((option) => !option.disabled)
  form.amount.value = form.token.selectedOptions[0].dataset.portion
}
form.network.addEventListener('change', showTokens)
form.token.addEventListener('change', () => (form.amount.value = form.token.selectedOptions[0].dataset.portion))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { network, address, token, amount } = Object.fromEntries(new FormData(form))
  const isEvm = form.network.selectedOptions[0].dataset.family === 'evm'
  const units = toUnits(amount, Number(form.token.selectedOptions[0].dataset.decimals))
  void busy(one('.primary', form), 'Giving', async () => {
    try {
      if (units === undefined) throw new Error('The amount has too many digits.')
      const which = isEvm ? { chainId: Number(network), amount } : { chain: network, amount: units }
      const given = await ask('/faucet', 'POST', { address, token, ...which })
      const unit = network.startsWith('solana') ? ' in slot ' : ' in block '
      const where = given.block === null ? ', waiting for a block' : unit + given.block
      say('Gave ' + bitcoins.format(amount) + ' ' + given.token + where + '.', 'ok')
      one('.tabs [value="' + network + '"]').checked = true
      await refresh(true)
    } catch (error) {
      say(error.message, 'bad')
    }
  })
})

showTokens()
await refresh(true)
setInterval(() => document.hidden || refresh(false), 2000)
`.trimStart()
