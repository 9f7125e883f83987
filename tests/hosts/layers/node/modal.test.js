/** @jest-environment jsdom */
require('./dom.cjs')
const { evm } = require('@portico/adapter-evm')
const { mainnet } = require('@portico/adapter-evm/networks')
const { createPortico, getAccount } = require('@portico/core')
const { Modal, PorticoButton, PorticoProvider } = require('@portico/react-ui')
const { announce, createWallet } = require('@portico/testing')
const { createElement } = require('react')
const { createRoot } = require('react-dom/client')

test('a visitor opens the modal and connects', async () => {
  const portico = createPortico({ adapters: [evm({ networks: [mainnet] })] })
  const wallet = createWallet({ name: 'Alpha', rdns: 'com.example.alpha', chains: { 1: 'http://127.0.0.1:1' } })
  const unannounce = announce(wallet)
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(createElement(PorticoProvider, { portico }, createElement(PorticoButton), createElement(Modal)))
  const press = async (start) => {
    const button = await until(() => buttons().find((one) => one.textContent.startsWith(start)))
    button.click()
  }

  await press('Connect')
  await press('Alpha')
  await until(() => getAccount(portico).status === 'connected')
  expect(getAccount(portico).address).toBe(wallet.accounts[0])
  root.unmount()
  unannounce()
}, 60_000)

const buttons = () =>
  [document, document.querySelector('portico-modal')?.shadowRoot].flatMap((root) => [...(root?.querySelectorAll('button') ?? [])])

/** Jest transforms what the modal loads on the way: the first time that takes a while. */
async function until(find) {
  for (const end = Date.now() + 50_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const found = find()
    if (found) return found
  }
  throw new Error(`Not in time: ${find}`)
}
