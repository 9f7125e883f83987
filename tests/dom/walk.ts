import { announce, createWallet, reject } from '@portico/testing'
import { completeDom } from '@portico/testing/dom'
import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import { createPortico, getAccount, openModal } from '@portico/core'
import { Modal, PorticoButton, PorticoProvider } from '@portico/react-ui'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'

/** The walk through the modal that a dapp's own test makes, in a DOM that draws nothing. */
export function walkThroughModal() {
  completeDom()

  test('the modal opens, a wallet declines and agrees, and the modal closes', async () => {
    const portico = createPortico({
      adapters: [evm({ networks: [{ ...mainnet, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } }] })],
      metadata: { name: 'Meridian' },
    })
    const page = document.body.appendChild(document.createElement('main'))
    const root = createRoot(page)
    root.render(createElement(PorticoProvider, { portico }, createElement(PorticoButton), createElement(Modal)))
    const wallet = createWallet({ name: 'Alpha', rdns: 'com.example.alpha', chains: { 1: 'http://127.0.0.1:1' } })
    const unannounce = announce(wallet)
    const shadow = () => document.querySelector('portico-modal')?.shadowRoot
    const button = (name: RegExp) =>
      [...(shadow()?.querySelectorAll('button') ?? page.querySelectorAll('button'))].find((one) => name.test(one.textContent ?? ''))
    const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 20_000 })

    await until(() => button(/Connect/))
    button(/Connect/)?.click()
    await until(() => shadow()?.querySelector('dialog[open]') && button(/Alpha/))
    wallet.script('eth_requestAccounts', reject())
    button(/Alpha/)?.click()
    await until(() => /declined/i.test(shadow()?.textContent ?? ''))
    openModal(portico, { view: 'Connect' })
    await until(() => button(/^.*Alpha/) && shadow()?.querySelector('[data-view="Connect"]'))
    button(/Alpha/)?.click()
    await until(() => getAccount(portico).status === 'connected')
    await until(() => !shadow()?.querySelector('dialog[open]'))
    expect(page.textContent).toContain('0x')

    root.unmount()
    unannounce()
    page.remove()
  })
}
