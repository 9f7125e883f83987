import { reject } from '@portico/testing'
import type { Page } from '@playwright/test'
import {
  addWallet,
  cardOf,
  chooseNetwork,
  connectHere,
  expectAccount,
  expectSent,
  inShort,
  pressSend,
  reviewTransfer,
  signMessage,
  type FamilyWallet,
} from './helpers/families.js'
import { installDelta, installEpsilon, installGamma, installOmega, installThree, installZeta } from './helpers/familyWallets.js'
import { expectCode } from './helpers/code.js'
import { recordButtons } from './helpers/frames.js'
import { collectScripts } from './helpers/scripts.js'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { chain, fundedAccount, lamportsOf, satoshiOf } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

/** R15: what happens in one tab shows in the others within this time, in milliseconds. */
const soon = { timeout: 1000 }
const reserves = {
  evm: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  solana: '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf',
  bitcoin: 'bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl',
} as const

/** Connects all three, one after the other; the last one is in use. */
async function connectThree(page: Page, { evm, solana, bitcoin }: Awaited<ReturnType<typeof installThree>>) {
  await page.goto(demo())
  for (const wallet of [evm, solana, bitcoin]) await connectHere(page, wallet)
}

/** How often the person was asked for anything. */
const prompts = ({ person, asks }: FamilyWallet) =>
  person.log.filter(
    (request) => typeof asks.connect === 'string' && (request.method === asks.connect || request.method.endsWith(`:${asks.connect}`)),
  ).length

test('three chain families are connected one after the other, and each signs and sends', async ({ context, page }) => {
  const { evm, solana, bitcoin } = await installThree(context)
  await page.goto(demo())

  await connectWallet(page, evm.name)
  await expectAccount(page, evm.addresses[0])
  await signMessage(page, evm.addresses[0])
  const ether = await chain(1).getBalance({ address: reserves.evm })
  await reviewTransfer(page)
  await pressSend(page)
  await expectSent(page)
  expect(await chain(1).getBalance({ address: reserves.evm })).toBe(ether + 250_000_000_000_000_000n)

  await addWallet(page, solana.name)
  await expectAccount(page, solana.addresses[0])
  await expect(page.getByText('Balance on Solana')).toBeVisible()
  for (const ofEvm of ['Batch', 'Sign typed data']) await expect(cardOf(page, ofEvm)).toHaveCount(0)
  await signMessage(page, solana.addresses[0])
  const lamports = await lamportsOf(reserves.solana)
  await reviewTransfer(page)
  await pressSend(page)
  await expectSent(page)
  expect(await lamportsOf(reserves.solana)).toBe(lamports + 250_000_000n)

  await addWallet(page, bitcoin.name)
  await expectAccount(page, bitcoin.addresses[0])
  await expect(page.getByText('Balance on Bitcoin')).toBeVisible()
  await signMessage(page, bitcoin.addresses[0])
  const satoshi = await satoshiOf(reserves.bitcoin)
  await cardOf(page, 'Send').getByRole('radio', { name: /^Fast/ }).check({ force: true })
  await reviewTransfer(page)
  await expect(cardOf(page, 'Send').getByText('sat for each vB')).toBeVisible()
  await pressSend(page)
  await expectSent(page)
  expect(await satoshiOf(reserves.bitcoin)).toBe(satoshi + 100_000n)
})

test('the visitor switches between all three families without any wallet being asked, and the right one signs', async ({
  context,
  page,
}) => {
  const three = await installThree(context)
  await connectThree(page, three)
  const { evm, solana, bitcoin } = three
  for (const next of [evm, solana, bitcoin, solana, evm, bitcoin, evm]) {
    await chooseNetwork(page, next.network)
    await expectClosed(page)
    await expectAccount(page, next.addresses[0])
    await expect(headOf(page).network).toHaveAccessibleName(`Network: ${next.network}`)
  }
  for (const one of [evm, solana, bitcoin]) expect(prompts(one)).toBe(1)
  await signMessage(page, evm.addresses[0])
  await chooseNetwork(page, solana.network)
  await expectClosed(page)
  await signMessage(page, solana.addresses[0])
})

for (const which of ['evm', 'solana', 'bitcoin'] as const) {
  test(`what the visitor declines in the ${which} wallet ends there, and can be tried again: connecting, signing, sending`, async ({
    context,
    page,
  }) => {
    const { [which]: wallet } = await installThree(context)
    const { person, asks, name } = wallet
    await page.goto(demo())
    person.script(asks.connect, reject())
    await openConnect(page)
    await modalOf(page).row(name).click()
    await expect(modalOf(page).root.getByRole('alert')).toContainText('Connection declined')
    await modalOf(page).button('Try again').click()
    await expectClosed(page)
    await expectAccount(page, wallet.addresses[0])

    person.script(asks.sign, reject())
    const message = cardOf(page, 'Sign a message')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(message.getByRole('alert')).toHaveText('Request declined')
    await signMessage(page, wallet.addresses[0])

    person.script(asks.send, reject())
    await reviewTransfer(page)
    await pressSend(page)
    await expect(cardOf(page, 'Send').getByRole('alert')).toHaveText('Request declined')
    await cardOf(page, 'Send').getByRole('button', { name: 'Try again' }).click()
    await expectSent(page)
  })
}

test('another account in a wallet, and a wallet that leaves, touch its own family alone', async ({ context, page }) => {
  const three = await installThree(context)
  const { evm, solana, bitcoin } = three
  await connectThree(page, three)
  for (const wallet of [bitcoin, solana, evm]) {
    await chooseNetwork(page, wallet.network).catch(() => undefined) // the first one is there already
    await expectClosed(page)
    wallet.person.setAccounts(1)
    await expectAccount(page, wallet.addresses[1])
    await signMessage(page, wallet.addresses[1])
  }
  // EVM is in use. Solana leaves: nothing changes for EVM.
  solana.person.disconnect()
  await expect(cardOf(page, 'Wallets').getByRole('button', { name: 'Connect Gamma' })).toBeVisible()
  await expectAccount(page, evm.addresses[1])
  // The one in use leaves: another that is connected takes its place.
  evm.person.disconnect()
  await expectAccount(page, bitcoin.addresses[1])
  bitcoin.person.disconnect()
  await expect(headOf(page).connect).toBeVisible()
})

test('R17: a reload restores every family, the first frame never says Connect, and nobody is asked', async ({ context, page }) => {
  const three = await installThree(context)
  const { evm, solana, bitcoin } = three
  await connectThree(page, three)
  const said = await recordButtons(page)
  await page.reload()
  await expectAccount(page, bitcoin.addresses[0])
  const frames = await said()
  expect(frames.length).toBeGreaterThan(0)
  for (const frame of frames) {
    expect(frame).toContain(inShort(bitcoin.addresses[0]))
    expect(frame).toContain('Bitcoin')
  }
  // Each is really back: it signs.
  for (const wallet of [bitcoin, evm, solana]) {
    if (wallet !== bitcoin) {
      await chooseNetwork(page, wallet.network)
      await expectClosed(page)
    }
    await signMessage(page, wallet.addresses[0])
    expect(prompts(wallet)).toBeLessThanOrEqual(2) // a wallet may be asked again without a prompt
  }
  await page.reload()
  await expectAccount(page, solana.addresses[0])
})

test('R15: a second tab follows connecting and disconnecting in every family within a second', async ({ context, page }) => {
  const { evm, solana, bitcoin } = await installThree(context)
  const other = await context.newPage()
  await page.goto(demo())
  await other.goto(demo())
  await expect(headOf(other).connect).toBeVisible()
  let first = true
  for (const wallet of [evm, solana, bitcoin]) {
    if (first) await headOf(page).connect.click()
    else await cardOf(page, 'Wallets').getByRole('button', { name: 'Add a wallet' }).click()
    first = false
    await modalOf(page).row(wallet.name).click()
    await expect(headOf(page).account).toContainText(inShort(wallet.addresses[0]))
    await expect(headOf(other).account).toContainText(inShort(wallet.addresses[0]), soon)
    await expectClosed(page)
  }
  await cardOf(other, 'Wallets').getByRole('button', { name: 'Disconnect Epsilon' }).click()
  await expect(headOf(other).account).not.toContainText(inShort(bitcoin.addresses[0]))
  await expect(cardOf(page, 'Wallets').getByRole('button', { name: 'Connect Epsilon' })).toBeVisible(soon)
  await cardOf(other, 'Wallets').getByRole('button', { name: 'Disconnect all' }).click()
  await expect(headOf(other).connect).toBeVisible()
  await expect(headOf(page).connect).toBeVisible(soon)
})

test('one wallet that speaks three chain families is one row with a chooser, and is connected on each', async ({ context, page }) => {
  const omega = await installOmega(context)
  const addresses = [omega.evm?.accounts[0], omega.solana?.accounts[0], omega.bitcoin?.accounts[0]?.payment.address]
  await page.goto(demo())
  await openConnect(page)
  await expect(modalOf(page).row('Omega')).toHaveCount(1)
  await modalOf(page).row('Omega').click()
  for (const [at, network] of ['Ethereum', 'Solana', 'Bitcoin'].entries()) {
    await expect(modalOf(page).root.getByText(at === 0 ? 'Which chain first?' : 'Which chain next?')).toBeVisible()
    await modalOf(page).row(network).click()
    await expectClosed(page)
    await expectAccount(page, addresses[at])
    await signMessage(page, addresses[at])
    if (network === 'Bitcoin') break
    await cardOf(page, 'Wallets').getByRole('button', { name: 'Add a wallet' }).click()
    await modalOf(page).row('Omega').click()
  }
  // The person takes another account in the wallet: it is another one on every chain.
  omega.selectAccount(1)
  await expectAccount(page, omega.bitcoin?.accounts[1]?.payment.address)
  await chooseNetwork(page, 'Solana')
  await expectAccount(page, omega.solana?.accounts[1])
  await chooseNetwork(page, 'Ethereum')
  await expectAccount(page, omega.evm?.accounts[1])
  await cardOf(page, 'Wallets').getByRole('button', { name: 'Disconnect Omega on Solana' }).click()
  await expect(cardOf(page, 'Wallets').getByRole('button', { name: 'Connect Omega on Solana' })).toBeVisible()
  await expectAccount(page, omega.evm?.accounts[1])
})

test('two Solana wallets are connected at once, and either is put in use', async ({ context, page }) => {
  const gamma = await installGamma(context)
  const delta = await installDelta(context)
  await page.goto(demo())
  await connectWallet(page, 'Gamma')
  await addWallet(page, 'Delta')
  await expectAccount(page, delta.accounts[0])
  await headOf(page).account.click()
  const { root, title, close } = modalOf(page)
  await root.getByRole('button', { name: /^Wallets/ }).click()
  await expect(title).toHaveText('Wallets')
  await expect(root.getByRole('group', { name: 'Active' })).toContainText(inShort(delta.accounts[0]))
  await root
    .getByRole('group', { name: 'Connected' })
    .getByRole('button', { name: new RegExp(inShort(gamma.accounts[0])) })
    .click()
  await expect(root.getByRole('group', { name: 'Active' })).toContainText(inShort(gamma.accounts[0]))
  await close()
  await expectAccount(page, gamma.accounts[0])
  await signMessage(page, gamma.accounts[0])
  // What the other wallet does meanwhile changes nothing here.
  delta.setAccounts(1)
  await signMessage(page, gamma.accounts[0])
  await page.reload()
  await expectAccount(page, gamma.accounts[0])
  await cardOf(page, 'Wallets').getByRole('button', { name: 'Disconnect Gamma' }).click()
  await expectAccount(page, delta.accounts[1])
  await signMessage(page, delta.accounts[1])
})

test('wallets are let go one by one, by family, or all at once', async ({ context, page }) => {
  const three = await installThree(context)
  const { evm } = three
  await installDelta(context)
  await connectThree(page, three)
  await addWallet(page, 'Delta')
  await headOf(page).account.click()
  const { row, root, button } = modalOf(page)
  await row('Disconnect').click()
  await expect(root.getByText('Disconnect which wallet?')).toBeVisible()
  await button('Disconnect 2 wallets from Solana').click()
  const wallets = cardOf(page, 'Wallets')
  for (const name of ['Gamma', 'Delta'])
    await expect(wallets.getByRole('button', { name: `Connect ${name}`, includeHidden: true })).toBeAttached()
  for (const name of ['Alpha', 'Epsilon'])
    await expect(wallets.getByRole('button', { name: `Disconnect ${name}`, includeHidden: true })).toBeAttached()
  await page.reload()
  await expect(headOf(page).account).toBeVisible()
  await headOf(page).account.click()
  await row('Disconnect').click()
  await button('Disconnect all 2 wallets').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
  await expect.poll(() => evm.person.state.permitted).toEqual([])
  await page.reload()
  await expect(headOf(page).connect).toBeVisible()
  for (const name of ['Alpha', 'Gamma', 'Delta', 'Epsilon'])
    await expect(wallets.getByRole('button', { name: `Connect ${name}` })).toBeVisible()
})

test('a network of a family without a wallet asks for one, goes back from Connect, and lands on that network', async ({
  context,
  page,
}) => {
  const { evm, solana } = await installThree(context)
  await page.goto(demo())
  await connectWallet(page, evm.name)
  const { root, title, button, back, row } = modalOf(page)
  await chooseNetwork(page, 'Solana')
  await expect(title).toHaveText('Switch to Solana')
  await expect(root.getByText('Alpha does not work on Solana.')).toBeVisible()
  await button('Connect a Solana wallet').click()
  await expect(title).toHaveText('Connect a Solana wallet')
  await expect(row('Alpha')).toHaveCount(0)
  await expect(row('Epsilon')).toHaveCount(0)
  await back()
  await expect(title).toHaveText('Switch to Solana')
  await button('Connect a Solana wallet').click()
  solana.person.script(solana.asks.connect, reject())
  await row('Gamma').click()
  await expect(root.getByRole('alert')).toContainText('Connection declined')
  await expect(headOf(page).network).toHaveAccessibleName('Network: Ethereum')
  await button('Try again').click()
  await expectClosed(page)
  await expectAccount(page, solana.addresses[0])
  await expect(headOf(page).network).toHaveAccessibleName('Network: Solana')
  // Staying is a way out as well.
  await chooseNetwork(page, 'Bitcoin')
  await button('Stay on Solana').click()
  await expect(headOf(page).network).toHaveAccessibleName('Network: Solana')
})

test('a Bitcoin wallet that goes to a network which the site does not take can come back, or be let go', async ({ context, page }) => {
  const epsilon = await installEpsilon(context, { networks: ['mainnet', 'signet'] })
  await page.goto(demo())
  await connectWallet(page, 'Epsilon')
  epsilon.switchNetwork('signet')
  const { title, root, button } = modalOf(page)
  await expect(title).toHaveText('Network not supported')
  await expect(root.getByText(/Meridian does not work on the network your wallet uses/)).toBeVisible()
  epsilon.switchNetwork('mainnet')
  await expectClosed(page)
  await expectAccount(page, epsilon.accounts[0]?.payment.address)
  epsilon.switchNetwork('signet')
  await expect(title).toHaveText('Network not supported')
  await button('Disconnect').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
})

test('a Solana wallet that is for a network alone which the site does not take cannot be waved away, and can be let go', async ({
  context,
  page,
}) => {
  await installGamma(context, { chains: { 'solana:testnet': 'http://127.0.0.1:1' } })
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Gamma').click()
  await expect(modalOf(page).title).toHaveText('Network not supported')
  await expect(modalOf(page).button('Close')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(modalOf(page).title).toHaveText('Network not supported')
  await modalOf(page).button('Disconnect').click()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeVisible()
})

test('an EVM wallet on a network that the site does not take leaves the other families alone', async ({ context, page }) => {
  const { key } = fundedAccount(3)
  const alpha = await installAlpha(context, { privateKeys: key, chains: { 1: 'http://127.0.0.1:1', 250: 'http://127.0.0.1:1' } })
  const gamma = await installGamma(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await addWallet(page, 'Gamma')
  alpha.switchChain(250)
  await signMessage(page, gamma.accounts[0]) // Solana is in use, and stays so
  await expectClosed(page)
})

test('what a Bitcoin wallet cannot do is said, with what can be done instead', async ({ context, page }) => {
  const zeta = await installZeta(context, { without: ['signMessage', 'signPsbt'] })
  const { payment } = zeta.accounts[0] ?? {}
  await page.goto(demo())
  await connectWallet(page, 'Zeta')
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(cardOf(page, 'Sign a message').getByRole('alert')).toHaveText(/does not support that\. \w+/)
  await page.getByRole('button', { name: 'Sign PSBT' }).click()
  await expect(cardOf(page, 'Sign a PSBT').getByRole('alert')).toHaveText(/does not support that\. \w+/)
  // It still sends, by itself.
  const before = await satoshiOf(reserves.bitcoin)
  await reviewTransfer(page)
  await pressSend(page)
  await expectSent(page)
  expect(await satoshiOf(reserves.bitcoin)).toBe(before + 100_000n)
  await expectAccount(page, payment?.address)
})

test('a btc_providers wallet signs in the way that is asked for, and a PSBT by its named inputs', async ({ context, page }) => {
  const zeta = await installZeta(context)
  const address = zeta.accounts[0]?.payment.address
  await page.goto(demo())
  await connectWallet(page, 'Zeta')
  const message = cardOf(page, 'Sign a message')
  for (const [choice, name] of [
    ['ECDSA', 'ECDSA'],
    ['BIP-322', 'BIP-322'],
  ] as const) {
    await message.getByRole('radio', { name: choice }).check({ force: true })
    await signMessage(page, address)
    await expect(message.locator('dt:text-is("Protocol") + dd')).toHaveText(name)
  }
  const psbt = cardOf(page, 'Sign a PSBT')
  await psbt.getByRole('button', { name: 'Sign PSBT' }).click()
  await expect(psbt.getByText('Signed: 1 of 1 inputs.')).toBeVisible()
})

test('S17: Receive shows the whole address of each family, and its code says what a payer’s wallet understands', async ({
  context,
  page,
}) => {
  const three = await installThree(context)
  await connectThree(page, three)
  const { evm, solana, bitcoin } = three
  const uris = {
    [evm.network]: `ethereum:${evm.addresses[0]}@1`,
    [solana.network]: `solana:${solana.addresses[0]}`,
    [bitcoin.network]: `bitcoin:${bitcoin.addresses[0]}`,
  }
  for (const wallet of [bitcoin, solana, evm]) {
    if (wallet !== bitcoin) {
      await chooseNetwork(page, wallet.network)
      await expectClosed(page)
    }
    await headOf(page).account.click()
    await modalOf(page).row('Receive').click()
    await expect(modalOf(page).title).toHaveText('Receive')
    await expect(modalOf(page).root.locator('.po-whole')).toHaveText(wallet.addresses[0] ?? '')
    await expectCode(page, uris[wallet.network] ?? '')
    await modalOf(page).close()
    await expectClosed(page)
  }
})

test('a site’s own library gets a signer in its form, and neither library is loaded with the other', async ({ context, page }) => {
  const scripts = collectScripts(page)
  const marks = { '@solana/web3.js': 'BPFLoader', '@solana/kit': 'lifetimeConstraint' } // what the other one never says
  const gamma = await installGamma(context)
  for (const [library, other] of [
    ['@solana/web3.js', '@solana/kit'],
    ['@solana/kit', '@solana/web3.js'],
  ] as const) {
    await page.goto(demo())
    await expect(headOf(page).account.or(headOf(page).connect)).toBeVisible()
    if (await headOf(page).connect.isVisible()) await connectWallet(page, 'Gamma')
    await expectAccount(page, gamma.accounts[0])
    await scripts.startOver()
    const card = cardOf(page, 'Signers')
    await card.getByRole('radio', { name: library }).check({ force: true })
    for (const form of ['v0', 'Legacy']) {
      await card.getByRole('radio', { name: form }).check({ force: true })
      await card.getByRole('button', { name: 'Sign and send' }).click()
      await expect(card.getByText(`Confirmed, with ${library}.`)).toBeVisible({ timeout: 20_000 })
    }
    const loaded = await scripts.text()
    expect(loaded.includes(marks[library])).toBe(true)
    expect(loaded.includes(marks[other])).toBe(false)
  }
})

test('a page for EVM alone loads no byte of the other adapters, whatever the visitor does there', async ({ context, page }) => {
  const ofOthers = /solana:sign|standard:connect|btc_providers|fee-estimates/
  await installAlpha(context)
  await installGamma(context) // a Solana wallet is there, and nobody looks for it
  const scripts = collectScripts(page)
  await page.goto(demo('/hostile.html'))
  await connectWallet(page, 'Alpha')
  await page.getByRole('button', { name: 'Sign a greeting' }).click()
  await expect(page.getByText(/^Signed:/)).toBeVisible()
  for (const view of [headOf(page).network, headOf(page).account]) {
    await view.click()
    await expect(modalOf(page).card).toBeVisible()
    await expect(modalOf(page).root.getByText('Solana')).toHaveCount(0)
    await modalOf(page).close()
    await expectClosed(page)
  }
  expect(await scripts.text()).not.toMatch(ofOthers)

  // The same words are found where the others are in use.
  await page.goto(demo())
  await addWallet(page, 'Gamma')
  expect(await scripts.text()).toMatch(ofOthers)
})

test('an id of a chain family that has no adapter is answered politely', async ({ page }) => {
  for (const namespace of ['polkadot', 'cosmos']) {
    await page.goto(demo(`/?open=${namespace}`))
    await expect(modalOf(page).title).toHaveText('Wallets')
    await expect(modalOf(page).root.getByText('This site does not use that kind of network')).toBeVisible()
    await modalOf(page).close()
    await expectClosed(page)
    await openConnect(page)
    await modalOf(page).close()
  }
})
