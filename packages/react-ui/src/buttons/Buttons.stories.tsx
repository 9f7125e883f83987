import type { Portico } from '@portico/core'
import { fakeAdapter, testPortico, type FakeAdapterOptions } from '@portico/testing'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ar } from '../locales/ar/index.js'
import { en } from '../locales/en/index.js'
import type { Locale } from '../i18n/locale.js'
import { PorticoProvider } from '../PorticoProvider.js'
import { threeFamilies } from '../stories/chains.js'
import { attempting, bitcoinConnected, both, connected, solanaConnected, switching } from '../stories/states.js'
import { AccountButton } from './AccountButton.js'
import { ConnectButton } from './ConnectButton.js'
import { NetworkButton } from './NetworkButton.js'
import { PorticoButton } from './PorticoButton.js'
import { WalletButton } from './WalletButton.js'

const never = () => new Promise<never>(() => undefined)

function Stage({
  arrange,
  adapters,
  children,
  locale = en,
  theme = 'light',
}: {
  readonly adapters?: readonly FakeAdapterOptions[]
  readonly theme?: 'light' | 'dark'
  readonly arrange?: (portico: Portico) => void
  readonly children: ReactNode
  readonly locale?: Locale
}) {
  const [portico] = useState(() => {
    const made = testPortico({
      adapters: (adapters ?? [{ getBalance: () => Promise.resolve(1_842_000_000_000_000_000n), connect: never }]).map((one) =>
        fakeAdapter(one),
      ),
      themeMode: theme,
      allowUnsupportedNetwork: true,
    })
    arrange?.(made)
    return made
  })
  return (
    <PorticoProvider portico={portico} locale={locale}>
      <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap', alignItems: 'center' }} dir={locale.dir}>
        {children}
      </div>
    </PorticoProvider>
  )
}

const meta = {
  title: 'Buttons',
  component: Stage,
  parameters: { surface: 'page' },
  render: (args, { globals }) => <Stage {...args} theme={globals['theme'] === 'dark' ? 'dark' : 'light'} />,
} satisfies Meta<typeof Stage>
export default meta
type Story = StoryObj<typeof meta>

const all = (
  <>
    <PorticoButton />
    <PorticoButton size="sm" />
    <NetworkButton />
    <NetworkButton iconOnly />
    <NetworkButton size="sm" />
  </>
)
export const Disconnected: Story = { args: { children: all } }
export const Connecting: Story = {
  args: {
    children: (
      <>
        <ConnectButton />
        <ConnectButton size="sm" />
      </>
    ),
    arrange: attempting(),
  },
}
export const Connected: Story = { args: { children: all, arrange: connected() } }
export const Named: Story = {
  args: {
    children: (
      <>
        <AccountButton />
        <AccountButton balance={false} />
        <AccountButton profile={false} />
        <ConnectButton />
      </>
    ),
    arrange: connected({ name: 'mira.eth' }),
  },
}
export const Switching: Story = { args: { children: <NetworkButton />, arrange: both(connected(), switching('eip155:10')) } }
export const Unsupported: Story = {
  args: {
    children: (
      <>
        <NetworkButton />
        <NetworkButton iconOnly />
      </>
    ),
    arrange: connected({ networkId: 'eip155:250' }),
  },
}
export const OneWallet: Story = {
  args: {
    children: (
      <>
        <WalletButton wallet="io.metamask" />
        <WalletButton wallet="app.phantom" size="sm" />
        <WalletButton wallet="com.example.unknown">A wallet that nobody lists</WalletButton>
      </>
    ),
  },
}
export const Custom: Story = {
  args: {
    arrange: connected(),
    children: (
      <ConnectButton.Custom>
        {({ account, network, button, openNetworks }) => (
          <>
            <button type="button" {...button}>
              {account?.shortAddress}
            </button>
            <button type="button" onClick={openNetworks}>
              {network?.network.name}
            </button>
          </>
        )}
      </ConnectButton.Custom>
    ),
  },
}
export const Arabic: Story = { args: { children: all, locale: ar } }
export const Families: Story = {
  args: {
    adapters: threeFamilies,
    arrange: both(bitcoinConnected(), solanaConnected()),
    children: (
      <>
        <ConnectButton namespace="eip155">Connect Ethereum</ConnectButton>
        <NetworkButton namespace="eip155" />
        <AccountButton namespace="solana" />
        <NetworkButton namespace="solana" />
        <PorticoButton namespace="bip122" />
        <NetworkButton namespace="bip122" />
      </>
    ),
  },
}
