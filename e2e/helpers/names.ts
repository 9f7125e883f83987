import type { Page } from '@playwright/test'
import { approve } from './embedded.js'
import { headOf, modalOf } from './modal.js'
import { expect } from './test.js'

export const zone = 'portico.eth'
/** A name that nobody has, and that looks like no other. */
export const newLabel = () => `mira-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => 'abdegkpqtw'[byte % 10]).join('')}`
export const field = (page: Page) => modalOf(page).root.getByRole('textbox', { name: 'Account name' })

export async function openNames(page: Page): Promise<void> {
  if ((await modalOf(page).dialog.count()) === 0) await headOf(page).account.click()
  await modalOf(page).button('Settings').click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Account name/ })
    .click()
  await expect(field(page)).toBeVisible()
}

/** Fills a free name in and signs for it, from the form to where the account is shown. */
export async function register(page: Page, label: string): Promise<string> {
  const name = `${label}.${zone}`
  await field(page).fill(label)
  await expect(modalOf(page).root.getByText(`${name} is free`)).toBeVisible()
  await modalOf(page).button(`Claim ${name}`).click()
  await approve(page)
  await expect(modalOf(page).root.getByRole('heading', { name })).toBeVisible()
  return name
}

/** From where the account is shown to its name. */
export async function openOwnName(page: Page, name: string): Promise<void> {
  await modalOf(page).button('Settings').click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Account name/ })
    .click()
  await expect(modalOf(page).root.getByRole('heading', { name })).toBeVisible()
}

export const textField = (page: Page, name: string) => modalOf(page).root.getByRole('textbox', { name })
