import type { HeadlessWallet, RequestMatch } from '@portico/testing'
import type { Page } from '@playwright/test'
import { expectClosed, headOf, modalOf } from './modal.js'
import { expect } from './test.js'

/** What the person behind a wallet of any chain does in these tests. */
export type Person = Pick<
  HeadlessWallet,
  'script' | 'log' | 'pending' | 'setPolicy' | 'approve' | 'reject' | 'waitFor' | 'lock' | 'unlock' | 'disconnect'
> & {
  setAccounts(at: number): void
  readonly state: { readonly permitted: readonly string[] }
}

/** A wallet of one chain family, as tests drive it. */
export interface FamilyWallet {
  readonly name: string
  readonly person: Person
  /** The address that the site is to show, by account. */
  readonly addresses: readonly string[]
  /** As the modal's list of networks has it. */
  readonly network: string
  /** The requests for the person. */
  readonly asks: { readonly connect: RequestMatch; readonly sign: RequestMatch; readonly send: RequestMatch }
}

/** An address as the page shortens it. */
export const inShort = (address = ''): string => `${address.slice(0, 4)}…${address.slice(-6)}`

export const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The account that the page shows: whole on its card, and in its head short or by its name. */
export async function expectAccount(page: Page, address = ''): Promise<void> {
  await expect(cardOf(page, 'Account')).toContainText(address)
  await expect(headOf(page).account).toContainText(new RegExp(`${inShort(address)}|\\.eth`))
}

/** Connects a wallet beside those that are connected, through the modal. */
export async function addWallet(page: Page, name: string): Promise<void> {
  await cardOf(page, 'Wallets').getByRole('button', { name: 'Add a wallet' }).click()
  await modalOf(page).row(name).click()
  await expectClosed(page)
}

/** Connects a wallet by the page's own button, without the modal. */
export async function connectHere(page: Page, { name, addresses }: Pick<FamilyWallet, 'name' | 'addresses'>): Promise<void> {
  await cardOf(page, 'Wallets')
    .getByRole('button', { name: `Connect ${name}`, exact: true })
    .click()
  await expectAccount(page, addresses[0])
}

/** Signs a message on the page, which verifies the signature itself. */
export async function signMessage(page: Page, address = ''): Promise<void> {
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByText(/^Valid for/)).toContainText(address)
}

/** Fills in a transfer to the reserve, of the amount that the page suggests, up to the last button. */
export async function reviewTransfer(page: Page): Promise<void> {
  const card = cardOf(page, 'Send')
  await card.getByRole('button', { name: 'Use the reserve' }).click()
  await card.getByRole('button', { name: 'Review' }).click()
  await expect(card.getByText(/^About /)).toBeVisible()
}

export const pressSend = (page: Page) => cardOf(page, 'Send').getByRole('button', { name: 'Send', exact: true }).click()

export const expectSent = (page: Page) =>
  expect(cardOf(page, 'Send').getByText('Success. The transfer is on the chain.')).toBeVisible({ timeout: 20_000 })

/** Changes the network through the modal. */
export async function chooseNetwork(page: Page, name: string): Promise<void> {
  await headOf(page).network.click()
  await expect(modalOf(page).title).toHaveText('Network')
  await modalOf(page).row(name).click()
}
