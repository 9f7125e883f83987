'use client'
import type { ConnectTarget } from '@portico/core'
import { currentDevice } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { grid } from '@portico/ui/glyphs'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { Code, isOutcome, Outcome, PorticoMark, RelayBanner } from './PairingParts.js'
import { useKeptFocus } from '../../modal/useKeptFocus.js'
import { showsAllWallets } from '../../wallets/showsAllWallets.js'
import { useAnotherWallet } from '../../wallets/useAnotherWallet.js'
import { usePairing } from './usePairing.js'
import { WalletTile } from '../../tiles/WalletTile.js'

/** Pairs with any wallet that scans the code, or is handed its link. */
export default function ConnectingWalletConnectBasicView({ params }: { readonly params?: ConnectTarget | undefined }) {
  const portico = usePortico()
  const t = useT()
  const pairing = usePairing({ target: params })
  const another = useAnotherWallet(params)
  const kept = useKeptFocus(pairing.stage)
  const { connector, connection } = pairing
  const name = connection?.connector.name ?? 'WalletConnect'
  const tile = (
    <WalletTile wallet={{ name, icon: pairing.stage === 'connected' ? connection?.connector.icon : undefined, connector }} size={56} />
  )
  const toAll = wayTo(portico, 'AllWallets')
  const all = toAll && showsAllWallets(portico) && (
    <Button size="md" icon={grid} onClick={() => toAll(params)}>
      {t('wallets.title')}
    </Button>
  )
  return (
    <ViewFrame
      title={t('wc.any.title')}
      lead="back"
      offline={t('connect.offline')}
      banner={<RelayBanner unreachable={pairing.unreachable} />}
    >
      <div ref={kept}>
        {isOutcome(pairing) ? (
          <Outcome pairing={pairing} name={undefined} tile={tile} another={another} />
        ) : (
          <Code
            pairing={pairing}
            name={undefined}
            logo={<PorticoMark />}
            text={currentDevice().mobile ? t('wc.any.phone') : t('wc.any.text')}
            second={all}
          />
        )}
      </div>
    </ViewFrame>
  )
}
