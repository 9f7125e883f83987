import { shortAddress } from '@portico/core'
import type { HeadlessWallet } from '@portico/testing'
import { useSyncExternalStore } from 'react'
import { Button } from '../ui/Button.js'
import { lock, power } from '../ui/glyphs.js'
import { foreignChain } from './createTestWallets.js'

const chainNames: Readonly<Record<number, string>> = { 1: 'Ethereum', 10: 'OP Mainnet', 8453: 'Base', [foreignChain]: 'Another chain' }

/** What a person can do in a wallet without being asked: account, chain, lock, disconnect. */
export function WalletControls({ wallet }: { readonly wallet: HeadlessWallet }) {
  const { chainId, exposed, permitted, locked } = useSyncExternalStore(wallet.subscribe, () => wallet.state)
  const isConnected = permitted.includes(location.origin)
  return (
    <div className="body">
      <p className={isConnected && !locked ? 'state is-ok' : 'state'}>{locked ? 'Locked' : isConnected ? 'Connected to this site' : 'Not connected'}</p>
      <fieldset>
        <legend>Account</legend>
        {wallet.accounts.map((address, at) => (
          <label key={address} className="choice">
            <input type="radio" name="account" checked={exposed[0] === address} onChange={() => wallet.setAccounts(at)} />
            <span>Account {at + 1}</span>
            <code dir="ltr">{shortAddress(address)}</code>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Chain</legend>
        {Object.keys(wallet.state.chains).map(Number).map((id) => (
          <label key={id} className="choice">
            <input type="radio" name="chain" checked={chainId === id} onChange={() => wallet.switchChain(id)} />
            <span>{chainNames[id] ?? 'Added by a site'}</span>
            <code dir="ltr">{id}</code>
          </label>
        ))}
      </fieldset>
      <div className="pair">
        <Button size="sm" glyph={lock} onClick={() => (locked ? wallet.unlock() : wallet.lock())}>
          {locked ? 'Unlock' : 'Lock'}
        </Button>
        <Button size="sm" glyph={power} disabled={!isConnected} onClick={() => wallet.disconnect({ origin: location.origin })}>
          Disconnect
        </Button>
      </div>
    </div>
  )
}
