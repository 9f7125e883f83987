// The theme, tried out: a button and a modal of Portico's in the page, with a wallet that lives in it. No request leaves the page.
import { evm } from '@portico/adapter-evm'
import { base, mainnet } from '@portico/adapter-evm/networks'
import { createPortico, type ThemeMode, type ThemeVariables } from '@portico/core'
import { Modal, NetworkButton, PorticoButton, PorticoProvider, useModal, useTheme } from '@portico/react-ui'
import { announce, createWallet } from '@portico/testing'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const place = document.querySelector('#playground')
if (place) start(place)

function start(element: Element) {
  // Nodes that are nowhere: balances are unknown, and nobody is asked.
  const nowhere = new URL('nowhere', location.href).href
  const wallet = createWallet({ name: 'Juniper', rdns: 'com.example.juniper', chains: { 1: nowhere, 8453: nowhere } })
  const portico = createPortico({
    id: 'playground',
    metadata: { name: 'Your site' },
    adapters: [evm({ networks: [mainnet, base], transports: { 1: nowhere, 8453: nowhere } })],
    reconnect: false,
  })
  announce(wallet)
  createRoot(element).render(
    <PorticoProvider portico={portico}>
      <Playground />
      <Modal />
    </PorticoProvider>,
  )
}

interface Knobs {
  readonly accent: string
  readonly tint: number
  readonly radius: number
  readonly fontSize: number
  readonly mode: ThemeMode
}

const usual: Knobs = { accent: '#006a6c', tint: 1, radius: 4, fontSize: 10, mode: 'system' }

/** What the site sees while the page's own theme is chosen by its button. */
const pageMode = (): ThemeMode => {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system'
}

function Playground() {
  const { setTheme } = useTheme()
  const { open } = useModal()
  const [knobs, setKnobs] = useState<Knobs>(() => ({ ...usual, mode: pageMode() }))
  const change = (next: Partial<Knobs>) => setKnobs((now) => ({ ...now, ...next }))
  useEffect(() => setTheme({ themeMode: knobs.mode, themeVariables: variablesOf(knobs) }), [knobs, setTheme])
  return (
    <>
      <fieldset>
        <legend>Knobs</legend>
        <label>
          <span>Accent</span>
          <input type="color" value={knobs.accent} onChange={({ target }) => change({ accent: target.value })} />
        </label>
        <label>
          <span>Radius</span>
          <input type="range" min="0" max="8" value={knobs.radius} onChange={({ target }) => change({ radius: Number(target.value) })} />
        </label>
        <label>
          <span>Tint of greys</span>
          <input
            type="range"
            min="0"
            max="3"
            step="0.5"
            value={knobs.tint}
            onChange={({ target }) => change({ tint: Number(target.value) })}
          />
        </label>
        <label>
          <span>Text</span>
          <input
            type="range"
            min="9"
            max="12"
            step="0.5"
            value={knobs.fontSize}
            onChange={({ target }) => change({ fontSize: Number(target.value) })}
          />
        </label>
        <label>
          <span>Mode</span>
          <select
            value={knobs.mode}
            onChange={({ target: { value } }) => change({ mode: value === 'light' || value === 'dark' ? value : 'system' })}
          >
            <option value="system">system</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
      </fieldset>
      <div className="play__stage">
        <NetworkButton />
        <PorticoButton />
        <button type="button" className="way" onClick={() => open({ view: 'WhatIsAWallet' })}>
          Another view
        </button>
      </div>
      <figure className="code">
        <pre tabIndex={0}>
          <code>{codeOf(knobs)}</code>
        </pre>
      </figure>
    </>
  )
}

const variablesOf = ({ accent, tint, radius, fontSize }: Knobs): ThemeVariables => ({
  accent,
  tint,
  radius: `${radius}px`,
  fontSize: `${fontSize}px`,
})

function codeOf({ mode, ...knobs }: Knobs) {
  const variables = Object.entries(variablesOf({ mode, ...knobs })).map(
    ([name, value]) => `    ${name}: ${JSON.stringify(value).replaceAll('"', "'")},\n`,
  )
  return `createPortico({\n  adapters,\n  themeMode: '${mode}',\n  themeVariables: {\n${variables.join('')}  },\n})`
}
