import { shortAddress } from '@portico/core'
import { useSyncExternalStore } from 'react'
import { Button } from '../ui/Button.js'
import { lock, power } from '../ui/glyphs.js'
import type { TestWallet } from './testWallet.js'

/** What a person can do in a wallet without being asked: account, chain, lock, disconnect. */
export function WalletControls({ wallet }: { readonly wallet: TestWallet }) {
  const { person, accounts, networks } = wallet
  const { permitted, locked } = useSyncExternalStore(person.subscribe, () => person.state)
  const isConnected = permitted.includes(location.origin)
  return (
    <div className="body">
      <p className={isConnected && !locked ? 'state is-ok' : 'state'}>
        {locked ? 'Locked' : isConnected ? 'Connected to this site' : 'Not connected'}
      </p>
      <fieldset>
        <legend>Account</legend>
        {accounts.map((address, at) => (
          <label key={address} className="choice">
            <input type="radio" name="account" checked={wallet.accountInUse() === at} onChange={() => person.setAccounts(at)} />
            <span>Account {at + 1}</span>
            <code dir="ltr">{shortAddress(address)}</code>
          </label>
        ))}
      </fieldset>
      {networks && (
        <fieldset>
          <legend>Chain</legend>
          {networks.list().map(({ value, label, detail }) => (
            <label key={value} className="choice">
              <input type="radio" name="chain" checked={networks.inUse() === value} onChange={() => networks.choose(value)} />
              <span>{label}</span>
              <code dir="ltr">{detail}</code>
            </label>
          ))}
        </fieldset>
      )}
      <div className="pair">
        <Button size="sm" glyph={lock} onClick={() => (locked ? person.unlock() : person.lock())}>
          {locked ? 'Unlock' : 'Lock'}
        </Button>
        <Button size="sm" glyph={power} disabled={!isConnected} onClick={() => person.disconnect({ origin: location.origin })}>
          Disconnect
        </Button>
      </div>
    </div>
  )
}
