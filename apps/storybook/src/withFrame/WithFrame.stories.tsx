import { openModal, setTheme, type Portico } from '@portico/core'
import { embeddedConnector, openWalletSecurity, startEmailLogin } from '@portico/core/embedded'
import { embedded } from '@portico/embedded'
import { Modal, PorticoButton, PorticoProvider, useAccount } from '@portico/react-ui'
import { fakeAddress, fakeAdapter, memoryStorage, testPortico } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { rightCode } from './securePage.js'

/** The page inside is a story itself: the connector adds its own path and query to this address. */
const secureSite = () => `${location.origin}${location.pathname}?id=with-the-frame-inside--page&viewMode=story&for=`

interface SiteProps {
  /** Somebody has logged in on an earlier visit. */
  readonly loggedIn?: boolean
  readonly action: string
  readonly act: (portico: Portico) => Promise<unknown>
  readonly theme?: 'light' | 'dark'
}

function Site({ loggedIn = false, action, act, theme = 'light' }: SiteProps) {
  const [portico] = useState(() =>
    testPortico({
      adapters: [fakeAdapter({ connectors: [], grant: { addresses: [fakeAddress], networkId: 'eip155:8453' } })],
      connectors: [embedded({ url: secureSite() })],
      metadata: { name: 'Meridian' },
      storage: memoryStorage(loggedIn ? { '@portico/portico/embedded': JSON.stringify({ version: 1, emailLoginUsed: true }) } : {}),
    }),
  )
  useEffect(() => setTheme(portico, { themeMode: theme }), [portico, theme])
  return (
    <PorticoProvider portico={portico}>
      <div className="po-flex">
        <PorticoButton />
        <button type="button" onClick={() => void act(portico).catch(() => undefined)}>
          {action}
        </button>
      </div>
      <Status />
      <Modal prefetch="intent" />
    </PorticoProvider>
  )
}

function Status() {
  const { status } = useAccount()
  return <p role="status">{status}</p>
}

/**
 * The modal as visitors see it, with the frame of the secure site over its place: the same connector, the same protocol and the same
 * screens as in the product. What is behind the page inside, its server, its vault and the chain, is not here.
 */
const meta = {
  title: 'With the frame',
  component: Site,
  tags: ['no-picture', 'in-catalogue', '!autodocs'],
  parameters: { surface: 'page' },
  render: (args, { globals }) => <Site {...args} theme={globals['theme'] === 'dark' ? 'dark' : 'light'} />,
} satisfies Meta<typeof Site>
export default meta
type Story = StoryObj<typeof meta>

const frame = () => document.querySelector<HTMLIFrameElement>('portico-frame iframe')
const inside = () => frame()?.contentDocument?.body
const patience = { timeout: 15_000 }
/** The frame shows it, over the place that the modal keeps for it. */
async function shows(text: string | RegExp) {
  await waitFor(() => expect(inside()?.textContent).toMatch(text), patience)
  await waitFor(() => {
    const place = document.querySelector('portico-modal')?.shadowRoot?.querySelector('[data-slot]')?.getBoundingClientRect()
    const at = frame()?.getBoundingClientRect()
    if (!place || !at) throw new Error('There is no place')
    for (const side of ['top', 'left', 'width', 'height'] as const) if (Math.abs(place[side] - at[side]) > 1) throw new Error(side)
  }, patience)
}

/** Two frames of the page inside have been drawn, and with them what was in transition. */
const drawn = () =>
  new Promise((resolve) => frame()?.contentWindow?.requestAnimationFrame(() => frame()?.contentWindow?.requestAnimationFrame(resolve)))

async function askForCode({ canvas, userEvent }: Parameters<NonNullable<Story['play']>>[0]) {
  await userEvent.click(canvas.getByRole('button', { name: 'Log in by e-mail' }))
  await shows('mira@harbourmail.example')
}

/** Type `482917`, and it is right. */
export const CodeEntry: Story = {
  args: {
    action: 'Log in by e-mail',
    act(portico) {
      openModal(portico, { view: 'Connect' })
      return startEmailLogin(portico, { email: 'mira@harbourmail.example' })
    },
  },
  play: askForCode,
}

/** The same, with the code typed: the modal closes, and the site knows its visitor. */
export const LoggedIn: Story = {
  ...CodeEntry,
  async play(context) {
    await askForCode(context)
    const field = inside()?.querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]')
    if (!field) throw new Error('There is no field')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, rightCode)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await waitFor(() => expect(context.canvas.getByRole('status')).toHaveTextContent('connected'), patience)
  },
}

/** A transaction of the site. */
export const Approve: Story = {
  args: {
    loggedIn: true,
    action: 'Send 25 USDC',
    async act(portico) {
      const provider = (await embeddedConnector(portico)?.getProvider('eip155')) as {
        request: (asked: { method: string; params: unknown }) => Promise<unknown>
      } // as EIP-1193 says
      return provider.request({ method: 'eth_sendTransaction', params: [{ from: fakeAddress, to: fakeAddress, value: '0x1' }] })
    },
  },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Send 25 USDC' }))
    await shows('25 USDC')
    const approve = () => inside()?.querySelector('[data-role="approve"]')
    await waitFor(() => expect(approve()).toHaveAttribute('data-arming', 'armed'), patience)
    await drawn() // the button's colour is on its way from that moment, and axe would look at it there
  },
}

export const WalletSafety: Story = {
  args: { loggedIn: true, action: 'Wallet safety', act: openWalletSecurity },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Wallet safety' }))
    await shows('Browsers that can sign')
  },
}
