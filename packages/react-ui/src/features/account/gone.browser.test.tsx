import { connectionStore, disconnect, openModal, type Portico, type ViewName, type ViewRequest } from '@portico/core'
import { currentEntry, dispatchConnection, pushView, routerStore } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, memoryStorage, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Modal, PorticoProvider } from '../../index.js'
import { solana, solanaAddress } from '../../stories/chains.js'
import { fakeEmbedded, miraUser } from '../../stories/embedded.js'
import { connected } from '../../stories/states.js'
import { harbor } from '../../stories/wallets.js'

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
const said = () => [...(shadow()?.querySelectorAll('.po-modal > :not(.po-view-out)') ?? [])].map((part) => part.textContent).join(' ')
const button = (name: string | RegExp) =>
  [...(shadow()?.querySelectorAll('button') ?? [])].find(
    (one) => (typeof name === 'string' ? one.textContent === name : name.test(one.textContent)) && !one.closest('.po-view-out'),
  )
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
const view = (portico: Portico) => currentEntry(routerStore(portico).getState())?.view
const isConnected = (portico: Portico) =>
  Object.values(connectionStore(portico).getState().byNamespace).some(({ connections }) => connections.length > 0)
async function press(name: string | RegExp) {
  await until(() => button(name))
  await userEvent.click(button(name) as HTMLElement)
}

/** A site with a view of the connected visitor on it. */
async function at(
  name: ViewName,
  connect: (portico: Portico) => void = connected(),
  embedded = fakeEmbedded({ state: { frame: 'ready', user: miraUser } }),
) {
  const portico = testPortico({
    adapters: [fakeAdapter({ connectors: [harbor] }), fakeAdapter({ namespace: 'solana', networks: [solana] })],
    connectors: [embedded.description],
    metadata: { name: 'Meridian' },
    storage: memoryStorage(),
  })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  connect(portico)
  flushSync(() => openModal(portico, { view: 'Account' }))
  await until(() => said().includes('0x7f') && shadow()?.querySelector('dialog[open]'))
  if (name !== 'Account') flushSync(() => pushView(portico, { view: name } as ViewRequest))
  await until(() => shadow()?.querySelector(`[data-view="${name}"]`))
  return portico
}

/** Everything that the modal says from now on. */
function listen(): string[] {
  const heard: string[] = []
  const observer = new MutationObserver(() => heard.push(said()))
  observer.observe(shadow() as ShadowRoot, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return heard
}

/** A login, which is connected with two chain families. */
const loggedIn = (portico: Portico) => {
  const { connector } = fakeEmbedded()
  const grant = { addresses: [solanaAddress] as const, networkId: solana.id }
  dispatchConnection(portico, 'solana', { type: 'adopted', connector, grant, activate: true })
  connected({ connector })(portico)
}

test.each(['Account', 'Settings', 'Disconnect'] as const)('R22: %s leads on where the wallet has gone by itself', async (name) => {
  const portico = await at(name)
  await disconnect(portico) // in another tab, or in the wallet
  await until(() => said().includes('No wallet connected'))
  await press('Connect a wallet')
  await until(() => view(portico) === 'Connect')
})

test.each(['Transactions', 'WalletSendSelectToken', 'AddToken', 'Permissions', 'AccountName', 'RegisterAccountName'] as const)(
  'R22: %s leads on where the wallet has gone by itself, in place of what it had or of nothing',
  async (name) => {
    const portico = await at(name)
    await disconnect(portico)
    await until(() => said().includes('Connect a wallet first'))
    await press(/^Connect /)
    await until(() => view(portico) === 'Connect')
  },
)

test.each<ViewRequest>([
  { view: 'Transaction', params: { id: '1' } },
  { view: 'Token', params: { networkId: 'eip155:1', address: fakeAddress } },
  { view: 'EditAccountName', params: { name: 'mira.portico.eth' } },
  { view: 'TransferAccountName', params: { name: 'mira.portico.eth' } },
])('R22: $view leads on where the wallet has gone by itself', async (request) => {
  const portico = await at('Account')
  flushSync(() => pushView(portico, request))
  await until(() => shadow()?.querySelector(`[data-view="${request.view}"]`))
  await disconnect(portico)
  await until(() => said().includes('Connect a wallet first'))
})

test.each(['AccountType', 'UpdateEmailWallet'] as const)('R22: %s leads on where the login has ended elsewhere', async (name) => {
  const embedded = fakeEmbedded({ state: { frame: 'ready', user: miraUser } })
  await at(name, loggedIn, embedded)
  flushSync(() => embedded.show({ user: undefined }))
  await until(() => said().includes('Connect a wallet first'))
  expect(said()).not.toMatch(/no smart accounts|Continue/)
})

test.each(['Account', 'Settings'] as const)('who disconnects in %s sees it go as it was', async (name) => {
  const portico = await at(name)
  const heard = listen()
  await press('Disconnect')
  await until(() => !isConnected(portico) && !shadow()?.querySelector('dialog'))
  expect(heard.filter((text) => text && !text.includes('0x7f'))).toEqual([])
})

describe('a login', () => {
  test('is one wallet, in however many chain families: signing out asks nothing, and ends all of it', async () => {
    const portico = await at('Account', loggedIn)
    const heard = listen()
    await press('Sign out')
    await until(() => !isConnected(portico) && !shadow()?.querySelector('dialog'))
    expect(heard.filter((text) => /which wallet|No wallet/.test(text))).toEqual([])
  })

  test('beside a wallet is left whole, and the other one stays', async () => {
    const portico = await at('Account', (its) => {
      connected()(its)
      loggedIn(its)
    })
    await press('Sign out')
    await until(() => button('Disconnect all 2 wallets'))
    await press(/^Disconnect (?!all)/)
    await until(() => view(portico) === 'Account' && said().includes('Harbor'))
    const { byNamespace } = connectionStore(portico).getState()
    expect(Object.values(byNamespace).flatMap(({ connections }) => connections.map(({ connector }) => connector.id))).toEqual([
      'com.harbor',
    ])
  })

  test('that was the last wallet closes the choice', async () => {
    const portico = await at('Disconnect', loggedIn)
    await press(/^Disconnect (?!all)/)
    await until(() => !isConnected(portico) && view(portico) === undefined)
  })
})
