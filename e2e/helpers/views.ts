import type { HeadlessWallet } from '@portico/testing'
import { reject } from '@portico/testing'
import type { Page } from '@playwright/test'
import { expectClosed, headOf, modalOf } from './modal.js'
import { expect } from './test.js'

/** Waits until nothing in the modal is on its way any more. What never ends, such as a spinner, goes on. */
export async function settled(page: Page): Promise<void> {
  await expect(modalOf(page).root.locator('.po-view-out')).toHaveCount(0)
  await modalOf(page).root.evaluate(async (host) => {
    const running = (host.shadowRoot?.getAnimations() ?? []).filter(
      ({ effect, timeline, playState }) =>
        playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

export interface Walk {
  readonly page: Page
  /** Knows the chains of the site and 250, and asks its person. Not connected yet. */
  readonly alpha: HeadlessWallet
  /** Agrees to everything. Not connected yet. */
  readonly beta: HeadlessWallet
  /** Called in each state of each view, once nothing moves any more. */
  readonly visit: (view: string) => Promise<void>
}

/** The views that a walk comes by, in this order. */
export const viewsOfWalk = [
  'Connect',
  'WhatIsAWallet',
  'AllWallets',
  'AllWallets, none found',
  'ConnectingWalletConnectBasic',
  'ConnectingWalletConnect',
  'GetWallet',
  'Downloads',
  'ConnectingExternal, waiting',
  'ConnectingExternal, declined',
  'ConnectingExternal, pending',
  'ConnectingExternal, failed',
  'Account',
  'Account, copied',
  'Wallets, one',
  'Settings',
  'Networks',
  'WhatIsANetwork',
  'SwitchNetwork, waiting',
  'SwitchNetwork, declined',
  'SwitchNetwork, unable',
  'Wallets, two',
  'Disconnect',
  'UnsupportedChain',
] as const

/** Goes through every view of the modal and every state that a wallet can bring it into. Begins and ends disconnected. */
export async function walkThroughViews({ page, alpha, beta, visit }: Walk): Promise<void> {
  const { root, title, row, button, back, close } = modalOf(page)
  const head = headOf(page)
  const at = async (view: (typeof viewsOfWalk)[number]) => {
    await settled(page)
    await visit(view)
  }
  const alert = (text: string) => expect(root.getByRole('alert').filter({ hasText: text })).toBeVisible()

  await head.connect.click()
  await expect(row('Alpha')).toBeVisible()
  await at('Connect')
  await button('Get started').click()
  await expect(title).toHaveText('What is a wallet?')
  await at('WhatIsAWallet')
  await back()
  await row('Search all wallets').click()
  await expect(title).toHaveText('All wallets')
  await at('AllWallets')
  await root.getByRole('textbox').fill('portcullis')
  await expect(root.getByText('No wallet called “portcullis”')).toBeVisible()
  await at('AllWallets, none found')
  await button('Show QR code').click()
  await expect(title).toHaveText('Scan with any wallet')
  await expect(root.locator('.po-qr > svg')).toBeVisible()
  await at('ConnectingWalletConnectBasic')
  await back()
  await root.getByRole('textbox').fill('pocket')
  const opens = page.viewportSize()?.width === 390 ? page.context().waitForEvent('page') : undefined // a phone opens the wallet
  await row('Pocket').click()
  await (await opens)?.close()
  await expect(title).toHaveText('Pocket')
  await at('ConnectingWalletConnect')
  await back()
  await back()
  await button('Get started').click()
  await button('Get a wallet').click()
  await expect(title).toHaveText('Get a wallet')
  await at('GetWallet')
  await row('Rabby').click()
  await expect(title).toHaveText('Get Rabby')
  await at('Downloads')
  await close()
  await expectClosed(page)

  await head.connect.click()
  await row('Alpha').click()
  await alpha.waitFor('eth_requestAccounts')
  await expect(root.getByText('Continue in Alpha')).toBeVisible()
  await at('ConnectingExternal, waiting')
  alpha.reject()
  await alert('Connection declined')
  await at('ConnectingExternal, declined')
  alpha.script('eth_requestAccounts', reject(-32002))
  await button('Try again').click()
  await expect(root.getByText('Alpha is waiting for you')).toBeVisible()
  await at('ConnectingExternal, pending')
  alpha.script('eth_requestAccounts', reject(-32603, 'The keyring is on fire'))
  await button('Try again').click()
  await alert('Alpha did not answer')
  await at('ConnectingExternal, failed')
  await button('Try again').click()
  await alpha.waitFor('eth_requestAccounts')
  alpha.approve()
  await expectClosed(page)

  await head.account.click()
  await expect(root.locator('.po-figure.po-num')).toBeVisible()
  await at('Account')
  await button('Copy address').click()
  await expect(root.locator('.po-toast')).toBeVisible()
  await at('Account, copied')
  await root.getByRole('button', { name: /^Wallets/ }).click()
  await expect(title).toHaveText('Wallets')
  await at('Wallets, one')
  await back()
  await button('Settings').click()
  await expect(title).toHaveText('Settings')
  await at('Settings')
  await back()
  await root.getByRole('button', { name: /^Network: / }).click()
  await expect(title).toHaveText('Network')
  await at('Networks')
  await button('What is a network?').click()
  await expect(title).toHaveText('What is a network?')
  await at('WhatIsANetwork')
  await back()

  await row('Base').click()
  await alpha.waitFor('wallet_switchEthereumChain')
  await expect(root.getByText('Approve in Alpha')).toBeVisible()
  await at('SwitchNetwork, waiting')
  alpha.reject()
  await alert('Switch declined')
  await at('SwitchNetwork, declined')
  alpha.script('wallet_switchEthereumChain', reject(4200))
  await button('Try again').click()
  await expect(root.getByText('Switch in the wallet')).toBeVisible()
  await at('SwitchNetwork, unable')
  await close()
  await expectClosed(page)

  await head.account.click()
  await root.getByRole('button', { name: /^Wallets/ }).click()
  await button(/^Add an? (EVM )?wallet$/).click()
  await row('Beta')
    .or(root.getByRole('button', { name: 'Beta' }))
    .first()
    .click()
  await expectClosed(page)
  await head.account.click()
  await root.getByRole('button', { name: /^Wallets/ }).click()
  await expect(root.getByRole('group', { name: 'Connected' })).toBeVisible()
  await at('Wallets, two')
  await back()
  await row('Disconnect').click()
  await expect(root.getByText('Disconnect which wallet?')).toBeVisible()
  await at('Disconnect')
  await button('Disconnect Beta').click()
  await expect.poll(() => beta.state.permitted).toEqual([])
  await close()
  await expectClosed(page)

  alpha.switchChain(250)
  await expect(title).toHaveText('Network not supported')
  await at('UnsupportedChain')
  await button('Disconnect').click()
  await expectClosed(page)
  await expect(head.connect).toBeVisible()
}
