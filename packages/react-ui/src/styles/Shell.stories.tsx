import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { SiteArt } from '@portico/ui/art'
import { Badge } from '@portico/ui/badge'
import { Banner } from '@portico/ui/banner'
import { BrandLine } from '@portico/ui/brand-line'
import { Card } from '@portico/ui/card'
import { Field } from '@portico/ui/field'
import { back, close, eye, help, lock, qr } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Icon } from '@portico/ui/icon'
import { IconButton } from '@portico/ui/icon-button'
import { LinkButton } from '@portico/ui/link'
import { List, ListItem } from '@portico/ui/list-item'
import { Span } from '@portico/ui/span'
import { Tile } from '@portico/ui/tile'
import { Toast } from '@portico/ui/toast'
import { harbor, wallets } from '@portico/ui/stories/wallets'

interface ShellProps {
  title: ReactNode
  lead: ReactNode
  banner?: ReactNode
  toast?: ReactNode
  foot?: ReactNode
  form?: 'modal' | 'sheet'
  children: ReactNode
}

/** The markup that the style sheet of the frame expects. */
const Shell = ({ title, lead, banner, toast, foot, form = 'modal', children }: ShellProps) => (
  <div data-form={form} style={{ inlineSize: 360, maxInlineSize: '100%' }}>
    <section className="po-modal" aria-label="Example">
      <div className="po-toastbox" role="status">
        {toast}
      </div>
      <header className="po-head">
        {lead}
        <h2 className="po-head__t">{title}</h2>
        <div className="po-head__end">
          <IconButton glyph={close} label="Close" />
        </div>
      </header>
      <div className="po-bannerbox" role="status">
        {banner}
      </div>
      {/* a region that scrolls is reached by the keyboard */}
      <div className="po-body" tabIndex={-1}>
        {children}
      </div>
      {foot && <footer className="po-foot is-lined">{foot}</footer>}
    </section>
  </div>
)

const meta = {
  title: 'Foundation/Shell',
  component: Shell,
  parameters: { surface: 'page' },
} satisfies Meta<typeof Shell>
export default meta
type Story = StoryObj<typeof meta>

const rows = (count: number) => (
  <List label="Wallets">
    {wallets.slice(0, count).map(({ name, icon }, i) => (
      <ListItem
        key={name}
        lead={<Tile name={name} src={icon} size={40} />}
        badge={i === 0 ? <Badge icon={qr}>QR code</Badge> : <Badge tone="ok">Installed</Badge>}
      >
        {name}
      </ListItem>
    ))}
  </List>
)
const foot = (
  <div className="po-between">
    <span className="po-meta">
      New to wallets? <LinkButton>Get started</LinkButton>
    </span>
    <BrandLine href="https://example.com">Portico</BrandLine>
  </div>
)
const root = <IconButton glyph={help} label="What is a wallet?" />
const deeper = <IconButton glyph={back} label="Back" />

export const Root: Story = { args: { title: 'Connect to Meridian', lead: root, foot, children: rows(5) } }
export const Scrolls: Story = { args: { title: 'Connect to Meridian', lead: root, foot, children: rows(16) } }
export const WithBannerAndToast: Story = {
  args: {
    title: 'Connect to Meridian',
    lead: root,
    banner: <Banner>You’re offline. Reconnect to continue.</Banner>,
    toast: <Toast kind="success">Address copied</Toast>,
    children: rows(3),
  },
}
export const Waiting: Story = {
  args: {
    title: 'Harbor',
    lead: deeper,
    children: (
      <>
        <div className="po-mt2">
          <Span
            from={
              <Tile name="Meridian" size={56}>
                <SiteArt />
              </Tile>
            }
            to={<Tile name="Harbor" src={harbor.icon} size={56} />}
            state="wait"
          />
        </div>
        <div className="po-mt4" role="status">
          <Hero title="Continue in Harbor">Approve the connection in the wallet window.</Hero>
        </div>
        <Card className="po-mt5">
          <div className="po-flex po-g3">
            <Icon glyph={eye} />
            <span className="po-meta po-grow">Meridian sees your address and balance</span>
          </div>
          <div className="po-flex po-g3 po-mt3">
            <Icon glyph={lock} />
            <span className="po-meta po-grow">It can’t move anything unless you approve</span>
          </div>
        </Card>
      </>
    ),
  },
}
export const Sheet: Story = {
  args: {
    title: 'Connect to Meridian',
    lead: root,
    form: 'sheet',
    foot,
    children: (
      <>
        <Field label="Search wallets" placeholder="Search 540 wallets" compact />
        {rows(4)}
      </>
    ),
  },
}
