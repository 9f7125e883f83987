import { randomBytes } from 'node:crypto'
import { getAddress, parseUnits, type Address, type Hex } from 'viem'
import type { BrowserContext, Page } from '@playwright/test'
import { addresses } from '../apps/sandbox/src/contracts/artifacts/addresses.js'
import { collectionAbi } from '../apps/sandbox/src/contracts/artifacts/collection.js'
import { editionsAbi, editionsBytecode } from '../apps/sandbox/src/contracts/artifacts/editions.js'
import { tokenAbi } from '../apps/sandbox/src/contracts/artifacts/token.js'
import { expectConfirmed, newKey, promptly, receive, row, sendOn, tab } from './helpers/account.js'
import { installGamma } from './helpers/familyWallets.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { chain, control, fundedAccount, withoutMining } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

const friend = getAddress('0x00000000000000000000000000000000000a11ce')
const solanaFriend = '5Z6Ay5NEcbg3xhopc522sBCRXQujkTiuDRnHGfQdcnSf'
const { client: giver } = fundedAccount(5)

const mined = (hash: Hex) => chain(1).waitForTransactionReceipt({ hash })

/** Connects an account of Ethereum that nobody has used. */
async function connectNew(context: BrowserContext, page: Page): Promise<Address> {
  const alpha = await installAlpha(context, { privateKeys: newKey() })
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  return getAddress(alpha.accounts[0] ?? '')
}

/** Looks at the NFTs of an account that has none, with ether for the fees, until the one that `give` names has come. */
async function receiveItem(page: Page, to: Address, give: () => Promise<string>): Promise<string> {
  const { root } = modalOf(page)
  await control('/faucet', { chainId: 1, address: to, amount: '1' })
  await headOf(page).account.click()
  await tab(page, /^NFTs/).click()
  await expect(root.getByText('No NFTs here yet')).toBeVisible()
  const name = await give()
  await expect(root.getByText(name, { exact: true }).first()).toBeVisible({ timeout: promptly })
  return name
}

/**
 * Sends an item from its picture, and looks at it while it waits and once it is there.
 * @param told what the history calls it: by its contract
 * @param count of several copies
 */
async function sendItem(page: Page, name: string, told: string, count?: string): Promise<void> {
  const { root, button } = modalOf(page)
  await root.getByRole('button', { name: `Send ${name}`, exact: true }).click()
  await root.getByRole('textbox', { name: 'Recipient' }).fill(friend)
  if (count !== undefined) await root.getByRole('textbox', { name: 'How many' }).fill(count)
  await button('Preview Send').click()
  await expect(modalOf(page).title).toHaveText('Review')
  await withoutMining(1, async () => {
    await button('Send').click()
    await expect(root.getByText('Transaction started')).toBeVisible()
    await modalOf(page).close()
    await headOf(page).account.click()
    await tab(page, /^Activity/).click()
    await expect(row(page, `Sending ${name}`)).toContainText('Pending')
  })
  await expect(row(page, new RegExp(`Sent (${name}|${told})`))).toBeVisible({ timeout: 10_000 })
  await expect(root.getByText('Pending')).toHaveCount(0)
}

test('an empty account receives an ERC-20 token, shown within two seconds, and sends it on: pending, then confirmed', async ({
  context,
  page,
}) => {
  const address = await connectNew(context, page)
  const { root } = modalOf(page)
  const token = { address: addresses.usdc, abi: tokenAbi } as const
  const give = async () => {
    const args = [address, parseUnits('250', 6)] as const
    await mined(await giver.writeContract({ ...token, functionName: 'transfer', args, chain: null }))
  }
  await receive(page, give, 'USDC')
  await control('/faucet', { chainId: 1, address, amount: '1' }) // for the fees
  const held = () => chain(1).readContract({ ...token, functionName: 'balanceOf', args: [friend] })
  const before = await held()
  await tab(page, /^Tokens/).click()
  await root.getByRole('tabpanel').getByRole('button', { name: /USDC/ }).click()
  await withoutMining(1, async () => {
    await sendOn(page, friend, '12.5', 'USDC')
    await expect(root.getByText('Transaction started')).toBeVisible()
    await modalOf(page).close()
    await headOf(page).account.click()
    await tab(page, /^Activity/).click()
    await expect(row(page, 'Sending USDC')).toContainText('Pending')
  })
  await expectConfirmed(page, 'USDC')
  expect(await held()).toBe(before + parseUnits('12.5', 6))
})

test('an empty account receives an ERC-721 item, shown within two seconds, and sends it on: pending, then confirmed', async ({
  context,
  page,
}) => {
  const address = await connectNew(context, page)
  const collection = { address: addresses.collection, abi: collectionAbi } as const
  let item = 0n
  const name = await receiveItem(page, address, async () => {
    const mint = { ...collection, account: giver.account, functionName: 'mint', args: [address] } as const
    const { result, request } = await chain(1).simulateContract(mint)
    await mined(await giver.writeContract({ ...request, chain: null }))
    item = result
    return `Doorway #${item}`
  })
  await sendItem(page, name, `Portico Doorways #${item}`)
  expect(await chain(1).readContract({ ...collection, functionName: 'ownerOf', args: [item] })).toBe(friend)
})

test('an empty account receives copies of an ERC-1155 work, shown within two seconds, and sends some on: pending, then confirmed', async ({
  context,
  page,
}) => {
  const address = await connectNew(context, page)
  const work = 'Night Portal'
  const place = `data:application/json;base64,${Buffer.from(JSON.stringify({ name: work })).toString('base64')}`
  const deployed = await mined(await giver.deployContract({ abi: editionsAbi, bytecode: editionsBytecode, args: [place], chain: null }))
  if (!deployed.contractAddress) throw new Error('There is no contract.')
  const editions = { address: deployed.contractAddress, abi: editionsAbi } as const
  const name = await receiveItem(page, address, async () => {
    await mined(await giver.writeContract({ ...editions, functionName: 'mint', args: [address, 7n, 3n], chain: null }))
    return work
  })
  await sendItem(page, name, 'NFT #7', '2')
  const held = (owner: Address) => chain(1).readContract({ ...editions, functionName: 'balanceOf', args: [owner, 7n] })
  expect([await held(friend), await held(address)]).toEqual([2n, 1n])
})

for (const { program, symbol } of [
  { program: 'SPL', symbol: 'USDC' },
  { program: 'Token-2022', symbol: 'PYUSD' },
])
  test(`an empty account receives a token of the program ${program}, shown within two seconds, and sends it on`, async ({
    context,
    page,
  }) => {
    const gamma = await installGamma(context, { accounts: 1, seeds: [randomBytes(32)] })
    const address = gamma.accounts[0] ?? ''
    await page.goto(demo())
    await connectWallet(page, 'Gamma')
    await receive(page, () => control('/faucet', { chain: 'solana', address, token: symbol, amount: '40000000' }), symbol)
    await control('/faucet', { chain: 'solana', address, amount: '100000000' }) // for the fees
    await tab(page, /^Tokens/).click()
    await modalOf(page)
      .root.getByRole('tabpanel')
      .getByRole('button', { name: new RegExp(symbol) })
      .click()
    await sendOn(page, solanaFriend, '7.25', symbol)
    await expect(modalOf(page).root.getByRole('heading', { name: `7.25 ${symbol} sent` })).toBeVisible({ timeout: 20_000 })
    await expectConfirmed(page, symbol)
  })
