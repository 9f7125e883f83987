import { fakeAddress, fakeAdapter, testPortico } from '@portico/testing'
import { shortAddress, type AccountFacts } from '@portico/core'
import { noteAccount, resetView } from '@portico/core/kit'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Modal, PorticoButton, PorticoProvider } from '../../index.js'
import { de } from '../../locales/de/index.js'
import { fakeEmbedded, miraUser } from '../../stories/embedded.js'
import { connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import { WalletsLogin, WalletsLoginUnknown } from './Account.stories.js'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')}`

/** Mounts button and modal of an account, and looks at it in the modal's views. */
function mount(facts: AccountFacts, connector?: Parameters<typeof connected>[0]) {
  const portico = testPortico({ adapters: [fakeAdapter()] })
  connected(connector)(portico)
  noteAccount(portico, 'eip155', fakeAddress, facts)
  const site = document.createElement('main')
  document.body.append(site)
  const root = createRoot(site)
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  const card = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')
  const facesIn = (part: ParentNode | null | undefined) =>
    [...(part?.querySelectorAll('.po-tile.is-arch:not(.po-view-out *)') ?? [])].map((tile) =>
      tile.querySelector(':scope > img')?.getAttribute('src'),
    )

  return {
    site,
    card,
    facesIn,
    show: async (view: 'Account' | 'Settings' | 'Wallets' | 'Receive') => {
      flushSync(() => resetView(portico, { view }))
      await vi.waitFor(() => expect(card()?.getAttribute('data-view')).toBe(view), { timeout: 4000 })
    },
    end: () => {
      flushSync(() => root.unmount())
      site.remove()
    },
  }
}

test('an account has one face: the same picture in the button and in each view, and its name wherever one stands', async () => {
  const { site, card, facesIn, show, end } = mount({ profileName: 'mira.wcn.id', profileImage: picture })
  await vi.waitFor(() => expect(facesIn(site)).toEqual([picture]))
  for (const view of ['Account', 'Settings', 'Wallets', 'Receive'] as const) {
    await show(view)
    await vi.waitFor(() => expect([view, facesIn(card())]).toEqual([view, [picture]]))
    if (view !== 'Receive') expect(card()?.textContent).toContain('mira.wcn.id')
  }
  end()
})

test('who logged in is a person in each view: by e-mail address or name, above the account’s address, and signs out', async () => {
  const { connector } = fakeEmbedded({ state: {} })
  const { card, show, end } = mount({ user: { email: 'mira@harbourmail.example' } }, { connector })
  const first = { Account: '.po-who .po-strong', Settings: '.po-hero .po-title', Wallets: '.po-row.is-on .po-row__t' } as const
  for (const view of ['Account', 'Settings', 'Wallets'] as const) {
    await show(view)
    const title = () => card()?.querySelector(`:is(${first[view]}):not(.po-view-out *)`)?.textContent
    await vi.waitFor(() => expect([view, title()]).toEqual([view, 'mira@harbourmail.example']))
    expect(card()?.textContent).toContain(shortAddress(fakeAddress))
    if (view !== 'Wallets')
      expect([...(card()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)).toContain('Sign out')
    expect(card()?.textContent).not.toContain('Disconnect')
  }
  end()
})

test.each([
  ['as whoever is logged in', WalletsLogin, miraUser.email],
  [
    'as what it is, in the visitor’s language, while nobody knows who that is',
    WalletsLoginUnknown,
    'Anmeldung per E-Mail oder Social Login',
  ],
])('a login that is not in use stands among the wallets %s', async (_, { args }, said) => {
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  flushSync(() => root.render(<ViewStory {...args} locale={de} />))
  await vi.waitFor(() => expect(site.textContent).toContain(said), { timeout: 4000 })
  expect(site.textContent).not.toMatch(/E-mail or social|Email/)
  flushSync(() => root.unmount())
  site.remove()
})
