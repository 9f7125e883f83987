import { openModal, setTheme, type ThemeMode, type ThemeVariables } from '@portico/core'
import { themeProperties } from '@portico/core/kit'
import { Modal, NetworkButton, PorticoButton, PorticoProvider } from '@portico/react-ui'
import * as presets from '@portico/react-ui/presets'
import { fakeAdapter, testPortico } from '@portico/testing'
import type { ArgTypes, Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState, type CSSProperties } from 'react'
import { expect, waitFor } from 'storybook/test'
import ConnectView from '../../../packages/react-ui/src/features/connect/ConnectView.js'
import ConnectingWalletConnectView from '../../../packages/react-ui/src/features/pairing/ConnectingWalletConnectView.js'
import { fakePairing, lumen, ready } from '../../../packages/react-ui/src/stories/links.js'
import { connected } from '../../../packages/react-ui/src/stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../../packages/react-ui/src/stories/ViewStory.js'
import { cairn, harbor, juniper } from '../../../packages/react-ui/src/stories/wallets.js'

type PresetName = keyof typeof presets

interface PlaygroundProps extends ThemeVariables {
  /** Another kit's default, below what is chosen here. */
  readonly preset?: PresetName | undefined
  /** `themeMode`. Left out, the toolbar's. */
  readonly mode?: ThemeMode | undefined
  /** What stands on the page beside the buttons. */
  readonly shows?: 'Connect' | 'Code'
}

/** A control for every variable: a new one does not compile without. */
const controls: Required<ArgTypes<ThemeVariables>> = {
  accent: { control: 'color' },
  accentText: { control: 'color' },
  tint: { control: { type: 'range', min: 0, max: 3, step: 0.5 } },
  mix: { control: 'color' },
  mixStrength: { control: 'select', options: [undefined, '6%', '12%', '25%', '45%'] },
  font: { control: 'select', options: [undefined, 'Inter', 'Georgia, serif', 'ui-rounded, system-ui', 'system-ui', 'monospace'] },
  fontMono: { control: 'text' },
  fontSize: { control: 'select', options: [undefined, '9px', '9.5px', '10px', '11px', '12px'] },
  radius: { control: 'select', options: [undefined, '0px', '2px', '4px', '6px', '8px'] },
  radiusModal: { control: 'select', options: [undefined, '0px', '8px', '16px', '24px', '32px'] },
  radiusButton: { control: 'select', options: [undefined, '0px', '6px', '12px', '999px'] },
  radiusRow: { control: 'select', options: [undefined, '0px', '6px', '12px', '999px'] },
  z: { control: 'number' },
  width: { control: 'select', options: [undefined, '320px', '360px', '400px', '440px'] },
  overlay: { control: 'color' },
  overlayFilter: { control: 'select', options: [undefined, 'blur(4px)', 'blur(12px)', 'grayscale(1)'] },
  borderWidth: { control: 'select', options: [undefined, '0px', '1px', '2px', '4px'] },
  borderColor: { control: 'color' },
  shadow: { control: 'select', options: [undefined, 'none', '0 8px 32px rgb(0 0 0 / 0.32)'] },
  qrColor: { control: 'color' },
  qrBackground: { control: 'color' },
}

/** A code that nobody scans. */
const pairing: ViewStoryProps = {
  View: ConnectingWalletConnectView,
  params: { walletId: lumen.id },
  options: { wallets: [lumen] },
  adapter: {
    connectors: [fakePairing({ first: ready(), prepared: ready() }).connector],
    connect: () => new Promise<never>(() => undefined),
  },
}

const quoted = (value: string | number) => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "\\'")}'`)

/** What a site writes for it. */
function codeOf(preset: PresetName | undefined, mode: ThemeMode | undefined, own: readonly (readonly [string, string | number])[]): string {
  const variables = [...(preset ? [`...${preset}.themeVariables`] : []), ...own.map(([name, value]) => `${name}: ${quoted(value)}`)]
  const lines = [
    ...(preset ? [`import { ${preset} } from '@portico/react-ui/presets'`, ''] : []),
    'createPortico({',
    '  adapters,',
    ...(preset ? [`  ...${preset},`] : []),
    ...(mode ? [`  themeMode: '${mode}',`] : []),
    ...(own.length > 0 ? ['  themeVariables: {', ...variables.map((one) => `    ${one},`), '  },'] : []),
    '})',
  ]
  return lines.join('\n')
}

function Playground({ preset, mode, shows = 'Connect', toolbar, ...given }: PlaygroundProps & { readonly toolbar: 'light' | 'dark' }) {
  const own = Object.entries(given).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]))
  const look = preset && new Map(Object.entries(presets)).get(preset)
  const themeVariables: ThemeVariables = { ...look?.themeVariables, ...Object.fromEntries(own) }
  const chosen = mode ?? look?.themeMode
  const themeMode = chosen ?? toolbar
  const code = codeOf(preset, mode, own)

  const [portico] = useState(() => {
    const made = testPortico({
      id: 'theme',
      adapters: [fakeAdapter({ connectors: [harbor, juniper, cairn] })],
      metadata: { name: 'Meridian' },
    })
    connected()(made)
    return made
  })
  useEffect(() => setTheme(portico, { themeMode }), [portico, themeMode])
  const properties = themeProperties(themeVariables)
  const style = Object.fromEntries(properties) as CSSProperties // custom properties, which it does not know
  const root = { className: 'portico', 'data-theme': themeMode, style } as const
  return (
    <div {...root} style={{ ...style, display: 'grid', gap: 24, justifyItems: 'center', background: 'none' }}>
      <PorticoProvider portico={portico}>
        <div className="po-flex" style={{ flexWrap: 'wrap', justifyContent: 'center' }}>
          <PorticoButton />
          <NetworkButton />
          <PorticoButton size="sm" namespace="solana" />
        </div>
        <button type="button" className="po-btn is-md is-primary" onClick={() => openModal(portico, { view: 'Networks' })}>
          Open the modal over this page
        </button>
        <OnThePage properties={JSON.stringify(properties)} />
        <Modal />
      </PorticoProvider>
      {shows === 'Code' ? <ViewStory {...pairing} /> : <ViewStory View={ConnectView} modal={{ terms: 'https://meridian.example/terms' }} />}
      <CodeToCopy text={code} />
    </div>
  )
}

/** The modal stands beside the story's own element: it has the properties from the page, as from a site's own style sheet. */
function OnThePage({ properties }: { readonly properties: string }) {
  useEffect(() => {
    const { style } = document.documentElement
    const list = JSON.parse(properties) as ReturnType<typeof themeProperties>
    for (const [name, value] of list) style.setProperty(name, value)
    return () => {
      for (const [name] of list) style.removeProperty(name)
    }
  }, [properties])
  return null
}

function CodeToCopy({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState('')
  return (
    <figure style={{ margin: 0, inlineSize: '100%', minInlineSize: 0 }}>
      <pre
        tabIndex={0}
        style={{ margin: 0, padding: 16, overflow: 'auto', background: '#101919', color: '#f1f4f4', borderRadius: 12, fontSize: 13 }}
      >
        <code>{text}</code>
      </pre>
      <button
        type="button"
        className="po-btn is-sm"
        style={{ marginBlockStart: 8 }}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
      >
        {copied === text ? 'Copied' : 'Copy'}
      </button>
    </figure>
  )
}

/** Every public variable and preset, live: the buttons, a view, and the real modal over the page. Below stands the code to copy. */
const meta = {
  title: 'Theme',
  component: Playground,
  tags: ['no-picture', '!autodocs'],
  parameters: { surface: 'page' },
  argTypes: {
    preset: { control: 'select', options: [undefined, ...Object.keys(presets)] },
    shows: { control: 'inline-radio', options: ['Connect', 'Code'] },
    mode: { control: 'inline-radio', options: [undefined, 'light', 'dark', 'system'] },
    ...controls,
    toolbar: { table: { disable: true } },
  },
  args: { toolbar: 'light' },
  render: (args, { globals }) => <Playground {...args} toolbar={globals['theme'] === 'dark' ? 'dark' : 'light'} />,
} satisfies Meta<typeof Playground>
export default meta
type Story = StoryObj<typeof meta>

export const Start: Story = {}
/** One of each kind: a colour, corners by part, and the modal's edge. */
export const Changed: Story = {
  args: {
    accent: '#7b3fe4',
    radiusModal: '32px',
    radiusButton: '999px',
    borderWidth: '2px',
    borderColor: '#7b3fe4',
    overlayFilter: 'blur(4px)',
  },
  async play({ canvas, canvasElement, userEvent }) {
    await expect(canvasElement.querySelector('code')).toHaveTextContent("accent: '#7b3fe4'")
    await userEvent.click(canvas.getByRole('button', { name: 'Open the modal over this page' }))
    const modal = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal') ?? document.body
    await waitFor(() => expect(getComputedStyle(modal()).borderTopLeftRadius).toBe('32px'), { timeout: 5000 })
  },
}
export const Code: Story = { args: { shows: 'Code', qrColor: '#3b1d78', qrBackground: '#f7f3ff' } }
export const RainbowKit: Story = { args: { preset: 'rainbowKit' } }
export const ConnectKit: Story = { args: { preset: 'connectKit' } }
export const AppKit: Story = { args: { preset: 'appKit' } }
export const WalletAdapter: Story = { args: { preset: 'walletAdapter' } }
