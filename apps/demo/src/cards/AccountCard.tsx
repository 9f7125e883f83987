import { formatAmount, type AccountType } from '@portico/core'
import { useAccount, useBalance, useDisconnect, useNetwork } from '@portico/react-ui'
import { askFaucet } from '../chain/faucet.js'
import { Button, IconButton } from '../ui/Button.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Mono } from '../ui/Facts.js'
import { external, plus, power, refresh } from '../ui/glyphs.js'
import { Icon } from '../ui/Icon.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { useHolder } from './useHolder.js'

const typeNames: Readonly<Record<AccountType, string>> = {
  eoa: 'Account',
  smartAccount: 'Smart account',
  payment: 'Payments',
  ordinal: 'Ordinals',
}

/** Who is connected, with how much. */
export function AccountCard() {
  const { address, networkId, wallet, family, publicKey } = useHolder()
  const { profileName, explorerUrl, type, accounts } = useAccount()
  const { network, unsupported } = useNetwork()
  const { balance, status, refresh: askAgain } = useBalance()
  const disconnect = useDisconnect()
  const faucet = useTask(async () => {
    await askFaucet({ networkId, address })
    await askAgain()
  })

  return (
    <section className="m-account" aria-label="Account">
      <div className="m-account__main">
        <p className="m-eyebrow">Balance on {unsupported ? `chain ${unsupported.slice(unsupported.indexOf(':') + 1)}` : network?.name}</p>
        <div className="m-account__figure" aria-live="polite">
          {balance ? (
            <>
              <bdi className="m-figure" dir="ltr">
                {formatAmount(balance.units, balance.decimals, 'en')} <small>{balance.symbol}</small>
              </bdi>
              <IconButton glyph={refresh} label="Read the balance again" onClick={() => void askAgain()} />
            </>
          ) : status === 'failed' ? (
            <span className="m-figure is-quiet">No balance to show</span>
          ) : (
            <span className="m-figure">
              <span className="m-skeleton" aria-label="Reading the balance" />
            </span>
          )}
        </div>
        {status === 'failed' && <Outcome kind="bad">Token Balance Unavailable</Outcome>}
      </div>
      <dl className="m-account__facts">
        {profileName && (
          <div>
            <dt>Name</dt>
            <dd>
              <bdi>{profileName}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Address</dt>
          <dd>
            <Mono>{address}</Mono>
            <CopyButton text={address} what="the address" />
          </dd>
        </div>
        {accounts
          .filter((one) => one.address !== address && one.type !== undefined)
          .map((one) => (
            <div key={one.address}>
              <dt>{one.type && typeNames[one.type]}</dt>
              <dd>
                <Mono>{one.address}</Mono>
                <CopyButton text={one.address} what="the other address" />
              </dd>
            </div>
          ))}
        {type && (type !== 'eoa' || accounts.length > 1) && (
          <div>
            <dt>Type</dt>
            <dd>{typeNames[type]}</dd>
          </div>
        )}
        {publicKey && (
          <div>
            <dt>Key</dt>
            <dd>
              <Mono>{publicKey}</Mono>
              <CopyButton text={publicKey} what="the public key" />
            </dd>
          </div>
        )}
        <div>
          <dt>Wallet</dt>
          <dd>
            <bdi>{wallet}</bdi>
          </dd>
        </div>
      </dl>
      <div className="m-account__actions">
        <Button glyph={plus} busy={faucet.status === 'pending'} onClick={() => void faucet.run()}>
          Get {family.portion} test {family.symbol}
        </Button>
        {explorerUrl && (
          <a className="m-btn is-ghost is-md" href={explorerUrl}>
            <Icon glyph={external} />
            On the chain
          </a>
        )}
        <Button tone="ghost" glyph={power} busy={disconnect.isPending} onClick={() => disconnect.mutate({})}>
          Disconnect
        </Button>
        {faucet.status === 'error' && <Outcome kind="bad">The sandbox gave nothing. Is it running?</Outcome>}
        {disconnect.isError && <Failure error={disconnect.error} />}
      </div>
    </section>
  )
}
