import {
  activeConnection,
  closeModal,
  connectionsIn,
  connectionStore,
  disconnect,
  networksIn,
  openModal,
  type Namespace,
  type Portico,
} from '@portico/core'
import { currentEntry, filterNamespaces, routerStore } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AccountButton, ConnectButton, Modal, NetworkButton, PorticoButton, PorticoProvider } from '../index.js'
import {
  bitcoin,
  bitcoinAddress,
  bitloom,
  devnet,
  juniperSolana,
  ordinalsAddress,
  solana,
  solanaAddress,
  solstice,
  threeFamilies,
} from '../stories/chains.js'
import { bitcoinConnected, connected, solanaConnected } from '../stories/states.js'
import { juniper, otherAddress } from '../stories/wallets.js'

let root: Root
let page: HTMLElement

beforeEach(() => {
  page = document.createElement('main')
  document.body.append(page)
  root = createRoot(page)
})
afterEach(() => {
  flushSync(() => root.unmount())
  page.remove()
  document.querySelectorAll('portico-modal').forEach((left) => left.remove())
})

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const isOpen = () => shadow()?.querySelector('dialog')?.open === true
const title = () => shadow()?.querySelector('#po-title')?.textContent
const said = () => shadow()?.querySelector('.po-modal')?.textContent ?? ''
const find = (name: string | RegExp, within: ParentNode | null | undefined) =>
  [...(within?.querySelectorAll('button') ?? [])].find((one) =>
    typeof name === 'string' ? one.textContent === name || one.ariaLabel === name : name.test(`${one.textContent} ${one.ariaLabel}`),
  )
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
/** Presses a button of the modal, once it is there. */
async function press(name: string | RegExp) {
  await until(() => find(name, shadow()))
  await userEvent.click(find(name, shadow()) as HTMLElement)
}
const view = (portico: Portico) => currentEntry(routerStore(portico).getState())?.view
const used = (portico: Portico) => connectionStore(portico).getState().activeNamespace
const walletsIn = (portico: Portico, namespace: Namespace) =>
  connectionsIn(connectionStore(portico).getState(), namespace).connections.map(({ connector }) => connector.id)

interface SiteOptions {
  readonly more?: Partial<Record<Namespace, FakeAdapterOptions>>
  readonly recent?: readonly object[]
  readonly buttons?: React.ReactNode
}

/** A site on three chain families, and the calls that its adapters saw. */
function site({ more = {}, recent = [], buttons = <PorticoButton /> }: SiteOptions = {}) {
  const adapters = threeFamilies.map((family) => fakeAdapter({ ...family, ...more[family.namespace ?? 'eip155'] }))
  const portico = testPortico({
    adapters,
    metadata: { name: 'Meridian' },
    storage: memoryStorage({ '@portico/portico/recent': JSON.stringify(recent) }),
  })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        {buttons}
        <Modal />
      </PorticoProvider>,
    ),
  )
  return portico
}
const open = (portico: Portico, request: Parameters<typeof openModal>[1]) => flushSync(() => openModal(portico, request))

describe('a wallet that speaks several chain families', () => {
  test('is one row; pressing it asks on which, and then that one is connected', async () => {
    const portico = site()
    open(portico, { view: 'Connect' })
    await until(() => find(/Solstice/, shadow()))
    expect([...(shadow()?.querySelectorAll('.po-row__t') ?? [])].filter((row) => row.textContent === 'Juniper')).toHaveLength(1)
    await press(/Juniper/)
    await until(() => said().includes('Which chain first?'))
    expect(title()).toBe('Juniper')
    await press('Bitcoin')
    await until(() => activeConnection(connectionStore(portico).getState())?.addresses[0] === bitcoinAddress)
    expect(used(portico)).toBe('bip122')
    await until(() => !isOpen())
  })

  test('says where it is connected already, and is back at the choice after a refusal', async () => {
    const portico = site({ more: { bip122: { connect: () => new Promise(() => undefined) } } })
    solanaConnected(juniperSolana)(portico)
    open(portico, { view: 'ConnectingMultiChain', params: { connectorId: juniper.id } })
    await until(() => said().includes('Which chain next?'))
    expect(find(/^Solana/, shadow())?.textContent).toContain('Connected')
    await press('Bitcoin')
    await until(() => said().includes('Continue in Juniper'))
    await press('Back')
    await until(() => view(portico) === 'ConnectingMultiChain')
    expect(connectionsIn(connectionStore(portico).getState(), 'bip122').attempt).toBeUndefined()
  })
})

describe('Connect for one chain family', () => {
  test('lists its wallets alone, installed or to get, and connects there at once', async () => {
    const portico = site()
    open(portico, { view: 'Connect', params: { namespace: 'solana' } })
    await until(() => title() === 'Connect a Solana wallet' && find(/Solstice/, shadow()))
    for (const other of [/Harbor/, /Bitloom/]) expect(find(other, shadow())).toBeUndefined()
    await press(/Search all wallets/)
    await until(() => find(/Solflare/, shadow()))
    expect(find(/Rabby/, shadow())).toBeUndefined()
    expect(find(/Xverse/, shadow())).toBeUndefined()
    await press(/Juniper/)
    await until(() => walletsIn(portico, 'solana').includes(juniperSolana.id))
  })

  test('the namespace filter does the same without a parameter', async () => {
    const portico = site()
    filterNamespaces(portico, ['bip122'])
    open(portico, { view: 'Connect' })
    await until(() => find(/Bitloom/, shadow()))
    expect(find(/Harbor|Solstice/, shadow())).toBeUndefined()
    await press(/Juniper/)
    await until(() => walletsIn(portico, 'bip122').length === 1)
    expect(walletsIn(portico, 'eip155')).toEqual([])
  })

  test('a wallet is recent by whichever of its connectors was used', async () => {
    const portico = site({ recent: [{ id: juniperSolana.id, name: 'Juniper', namespace: 'solana' }] })
    open(portico, { view: 'Connect' })
    await until(() => find(/Juniper/, shadow())?.textContent?.includes('Recent'))
  })

  test('asks for the network that was wanted, and goes on to switch where the wallet is on another one', async () => {
    const asked = vi.fn()
    const switched = vi.fn(() => Promise.resolve())
    const connect = (request: { readonly networkId?: string }) => {
      asked(request.networkId)
      return Promise.resolve({ addresses: [solanaAddress], networkId: solana.id })
    }
    const portico = site({ more: { solana: { connect, switchNetwork: switched } } })
    open(portico, { view: 'Connect', params: { namespace: 'solana', networkId: devnet.id } })
    await press(/Solstice/)
    await until(() => switched.mock.calls.length === 1)
    expect(asked).toHaveBeenCalledWith(devnet.id)
    await until(() => networksIn(portico, 'solana')?.active.id === devnet.id)
    await until(() => !isOpen())
  })

  test('a chain family that the site does not use has no wallets, and nothing breaks', async () => {
    const portico = site()
    open(portico, { view: 'Connect', params: { namespace: 'polkadot' } })
    await until(() => said().includes('No wallet found'))
  })
})

test('R22: back from the way of one wallet leads to Connect for who came to add a wallet, and to the account for who has one only since', async () => {
  const portico = site({ more: { eip155: { connect: () => new Promise(() => undefined) } } })
  connected()(portico)
  open(portico, { view: 'Connect' })
  await press(/Juniper/)
  await until(() => said().includes('Which chain first?'))
  await press('Back')
  await until(() => title() === 'Connect to Meridian')
  flushSync(() => closeModal(portico))
  await disconnect(portico)
  open(portico, { view: 'Connect' })
  await press(/Juniper/)
  await until(() => said().includes('Which chain first?'))
  flushSync(() => connected()(portico)) // in another tab
  await press('Back')
  await until(() => view(portico) === 'Account')
})

describe('another chain family is chosen', () => {
  test('without a wallet there: SwitchActiveChain, Connect, back to it, and once connected the network is in use and the modal closed', async () => {
    const portico = site()
    connected()(portico)
    open(portico, { view: 'Networks' })
    await press(/^Solana/)
    await until(() => title() === 'Switch to Solana')
    expect(said()).toContain('Harbor does not work on Solana. Connect a wallet that does; Harbor stays connected.')
    await press('Connect a Solana wallet')
    await until(() => view(portico) === 'Connect')
    await press('Back')
    await until(() => title() === 'Switch to Solana')
    await press('Connect a Solana wallet')
    await press(/Solstice/)
    await until(() => title() === 'Solstice')
    await until(() => !isOpen())
    expect(used(portico)).toBe('solana')
    expect(networksIn(portico)?.active.id).toBe(solana.id)
    expect(walletsIn(portico, 'eip155')).toEqual(['com.harbor'])
  })

  test('back from the wallet’s view leads to Connect, though another chain family is connected', async () => {
    const portico = site({ more: { solana: { connect: () => new Promise(() => undefined) } } })
    connected()(portico)
    open(portico, { view: 'SwitchActiveChain', params: { namespace: 'solana', networkId: solana.id } })
    await press('Connect a Solana wallet')
    await press(/Solstice/)
    await until(() => title() === 'Solstice')
    await press('Back')
    await until(() => title() === 'Connect a Solana wallet')
    await press('Back')
    await press('Stay on Base')
    await until(() => !isOpen())
    expect(used(portico)).toBe('eip155')
  })

  test('the wallet in use is offered first where it speaks the other family too', async () => {
    const portico = site()
    connected({ connector: juniper })(portico)
    open(portico, { view: 'SwitchActiveChain', params: { namespace: 'solana', networkId: solana.id } })
    await press('Continue in Juniper')
    await until(() => walletsIn(portico, 'solana').includes(juniperSolana.id))
    await until(() => !isOpen())
  })

  test('with a wallet there already, the choice takes effect at once', async () => {
    const portico = site()
    solanaConnected()(portico)
    connected()(portico)
    open(portico, { view: 'Networks' })
    await until(() => find(/^Solana/, shadow())?.textContent?.includes('Other wallet'))
    expect(find(/^Bitcoin/, shadow())?.textContent).toContain('Not connected')
    await press(/^Solana/)
    await until(() => !isOpen())
    expect(used(portico)).toBe('solana')
  })
})

describe('Wallets by chain family', () => {
  test('starts on the one in use, and shows each family’s own', async () => {
    const portico = site({ recent: [{ id: solstice.id, name: 'Solstice', namespace: 'solana' }] })
    connected()(portico)
    open(portico, { view: 'Wallets' })
    await until(() => shadow()?.querySelector('[role=tab][aria-selected=true]')?.textContent === 'EVM')
    expect(said()).not.toContain('Solstice')
    await press('Bitcoin')
    await until(() => said().includes('No Bitcoin wallet connected'))
    expect(said()).toContain('Connect one to use Bitcoin on Meridian.')
    await press('Solana')
    await until(() => find(/Solstice.*Not connected/, shadow()))
    await press('Forget Solstice')
    await until(() => !said().includes('Solstice'))
  })

  test('the active wallet of another family makes that one the one in use; another connected one becomes active first', async () => {
    const portico = site()
    solanaConnected(juniperSolana, '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')(portico)
    solanaConnected()(portico)
    connected()(portico)
    open(portico, { view: 'Wallets', params: { namespace: 'solana' } })
    await press(/9xQe…/)
    await until(() => walletsIn(portico, 'solana')[0] === juniperSolana.id)
    expect(used(portico)).toBe('solana')
    connected({ address: otherAddress })(portico)
    await press(/9xQe….*Juniper/)
    await until(() => view(portico) === 'Account' && said().includes('9xQe…'))
  })

  test('a wallet is disconnected where it is listed, and the other families stay', async () => {
    const portico = site()
    bitcoinConnected()(portico)
    connected()(portico)
    open(portico, { view: 'Wallets', params: { namespace: 'bip122' } })
    await until(() => said().includes('Ordinals bc1p…kedrcr'))
    await press('Disconnect Bitloom')
    await until(() => walletsIn(portico, 'bip122').length === 0)
    expect(walletsIn(portico, 'eip155')).toEqual(['com.harbor'])
    expect(isOpen()).toBe(true)
  })

  test('disconnecting asks which: one, all of a family, or all', async () => {
    const portico = site()
    solanaConnected(juniperSolana)(portico)
    solanaConnected()(portico)
    connected()(portico)
    solanaConnected()(portico)
    open(portico, { view: 'Account' })
    await press('Disconnect')
    await until(() => find('Disconnect Solstice from Solana', shadow()))
    expect(find('Disconnect all 3 wallets', shadow())).toBeDefined()
    await press('Disconnect 2 wallets from Solana')
    await until(() => walletsIn(portico, 'solana').length === 0)
    expect(used(portico)).toBe('eip155')
    expect(walletsIn(portico, 'eip155')).toEqual(['com.harbor'])
  })
})

describe('Receive', () => {
  test('S17: the whole address is there to select and to copy, and the code says it as the chain family writes it', async () => {
    const paymentUri = vi.fn(
      ({ address, networkId }: { readonly address: string; readonly networkId?: string }) =>
        `ethereum:${address}@${networkId?.split(':')[1]}`,
    )
    const portico = site({ more: { eip155: { paymentUri } } })
    connected()(portico)
    open(portico, { view: 'Account' })
    await press(/^Receive/)
    await until(() => shadow()?.querySelector('[role=img] path'))
    expect(paymentUri).toHaveBeenCalledWith({ address: fakeAddress, networkId: 'eip155:8453' })
    expect(shadow()?.querySelector('.po-whole')?.textContent).toBe(fakeAddress)
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await press('Copy address')
    await until(() => find('Copied', shadow()))
    expect(written).toHaveBeenCalledWith(fakeAddress)
    await press(/^3 networks/)
    await until(() => said().includes('Send only from these networks.'))
  })

  test('a Bitcoin wallet has an address for payments and one for ordinals', async () => {
    const portico = site()
    bitcoinConnected()(portico)
    open(portico, { view: 'Receive' })
    await until(() => shadow()?.querySelector('.po-whole')?.textContent === bitcoinAddress)
    await press('Ordinals')
    await until(() => shadow()?.querySelector('.po-whole')?.textContent === ordinalsAddress)
  })

  test('without a wallet there, it offers to connect one', async () => {
    const portico = site()
    connected()(portico)
    open(portico, { view: 'Receive', params: { namespace: 'bip122' } })
    await until(() => said().includes('No Bitcoin wallet connected'))
    await press('Connect a wallet')
    await until(() => title() === 'Connect a Bitcoin wallet')
  })
})

describe('buttons of one chain family', () => {
  const inPage = (name: string | RegExp) => find(name, page)

  test('ConnectButton opens Connect for it, whatever else is connected', async () => {
    const portico = site({ buttons: <ConnectButton namespace="solana" /> })
    flushSync(() => connected()(portico))
    await userEvent.click(inPage('Connect') as HTMLElement)
    await until(() => title() === 'Connect a Solana wallet')
  })

  test('AccountButton and NetworkButton show its account and network; a press makes it the one in use', async () => {
    const buttons = (
      <>
        <AccountButton namespace="bip122" />
        <NetworkButton namespace="bip122" />
        <AccountButton namespace="solana" />
      </>
    )
    const portico = site({ buttons })
    expect(inPage(/bc1q/)).toBeUndefined()
    flushSync(() => {
      bitcoinConnected(bitloom)(portico)
      connected()(portico)
    })
    await until(() => inPage(/0\.184 BTC.*bc1q…v8f3t4/))
    expect(inPage(/^Bitcoin/)?.textContent).toContain('Bitcoin')
    expect(used(portico)).toBe('eip155')
    await userEvent.click(inPage(/bc1q/) as HTMLElement)
    await until(() => isOpen() && said().includes('Payment address'))
    expect(used(portico)).toBe('bip122')
    expect(networksIn(portico)?.active.id).toBe(bitcoin.id)
  })
})
