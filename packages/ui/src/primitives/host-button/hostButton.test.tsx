import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { networkArt } from '../../icons/networkArt.js'
import { chevronDown } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Avatar } from '../avatar/Avatar.js'
import { Spinner } from '../spinner/Spinner.js'
import { Tile } from '../tile/Tile.js'
import { hostButton as HostButton } from './hostButton.js'

const address = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'

test('S38: what a server renders of the buttons has no style attribute', () => {
  const html = renderToString(
    <>
      <HostButton tone="primary" busy>
        Connecting
      </HostButton>
      <HostButton lead={<Avatar address={address} />} balance={null}>
        mira.wcn.id
      </HostButton>
      <HostButton lead={<Avatar address={address} src="https://icons.example/a.png" />} balance="1.842 ETH" size="sm">
        mira.wcn.id
      </HostButton>
      <HostButton
        lead={
          <Tile name="Base" shape="net">
            {networkArt('eip155:8453')}
          </Tile>
        }
        end={<Icon glyph={chevronDown} size={16} />}
        theme="system"
      >
        Base
      </HostButton>
      <HostButton
        lead={
          <Tile name="Zora" shape="net">
            {networkArt('eip155:7777777')}
          </Tile>
        }
        aria-label="Network: Zora"
      />
      <HostButton lead={<Spinner />} busy>
        Switching
      </HostButton>
    </>,
  )
  expect(html.match(/<button/g)).toHaveLength(6)
  expect(html).toContain('oklch(')
  expect(html).not.toMatch(/\sstyle=/)
})

test('a button that is an icon alone has the name that it was given, and a loading balance is no text', () => {
  expect(renderToString(<HostButton lead={<Spinner />} aria-label="Network: Base" />)).toContain('aria-label="Network: Base"')
  expect(renderToString(<HostButton balance={null}>mira</HostButton>).replace(/<[^>]*>/g, '')).toBe('mira')
})
