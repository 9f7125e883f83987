import { useAccount, useSendCalls } from '@portico/react-ui'
import { accountsAsked } from '../accountTypes.js'
import { loadChain } from '../chain/load.js'
import { sponsorUrl } from '../nodes.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { gift } from '../ui/glyphs.js'
import { Segmented } from '../ui/Segmented.js'
import { setInAddress } from '../ui/setInAddress.js'
import { BatchOutcome, useBatchOutcome } from './BatchOutcome.js'
import { useHolder } from './useHolder.js'

/** What somebody without ether can do: a batch whose network fee the site pays (ERC-7677). Other wallets than a smart account pay it themselves. */
export function SponsoredCard() {
  const { address, networkId } = useHolder()
  const { type, wallet } = useAccount()
  const request = useSendCalls()
  const outcome = useBatchOutcome(request)
  const ask = async () => {
    const { welcomeCalls } = await loadChain()
    request.mutate({
      calls: await welcomeCalls({ networkId, to: address }),
      networkId,
      capabilities: { paymasterService: { url: sponsorUrl(networkId), context: { policyId: 'demo' }, optional: true } },
    })
  }
  return (
    <Card glyph={gift} title="On the house" lead="Without any ether: the site pays the network fee of a smart account.">
      <div className="m-split">
        <p className="m-say">This claims a doorway and 50 USDC for you, and swaps 20 of them for PORT, in one approval.</p>
        <div className="m-pair">
          <Button tone="primary" busy={outcome.isBusy} onClick={() => void ask()}>
            Claim and swap
          </Button>
        </div>
      </div>
      {wallet?.kind === 'embedded' && (
        <Segmented
          label="New logins have"
          options={[
            { value: 'plain', label: 'A plain account' },
            { value: 'smart', label: 'A smart account' },
            { value: 'choose', label: 'Their choice' },
          ]}
          value={accountsAsked()}
          onChange={(asked) => setInAddress('accounts', asked === 'plain' ? undefined : asked)}
        />
      )}
      {type !== 'smartAccount' && <p className="m-say">Your account is none: its owner pays, and may be asked for each call.</p>}
      <BatchOutcome request={request} outcome={outcome} done="The doorway and the tokens are yours." />
    </Card>
  )
}
