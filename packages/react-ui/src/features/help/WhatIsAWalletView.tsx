'use client'
import { loginMethods } from '@portico/core/embedded'
import { resetView } from '@portico/core/kit'
import { Actions, Button } from '@portico/ui/button'
import { key, shield, wallet } from '@portico/ui/glyphs'
import { Link } from '@portico/ui/link'
import { Facts } from '@portico/ui/steps'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'

/** Three facts about wallets, and the way to one. */
export default function WhatIsAWalletView() {
  const portico = usePortico()
  const t = useT()
  const { email } = loginMethods(portico)
  const toGet = wayTo(portico, 'GetWallet')
  const toConnect = wayTo(portico, 'Connect', resetView)
  const facts = [
    { glyph: key, title: t('wallet.login.title'), text: t('wallet.login.text') },
    { glyph: wallet, title: t('wallet.home.title'), text: t('wallet.home.text') },
    { glyph: shield, title: t('wallet.approve.title'), text: t('wallet.approve.text') },
  ]
  return (
    <ViewFrame
      title={t('wallet.what')}
      lead="back"
      foot={
        <Actions>
          {toGet && (
            <Button variant={email ? 'secondary' : 'primary'} onClick={() => toGet()}>
              {t('wallet.get')}
            </Button>
          )}
          {email && toConnect && (
            <Button variant="primary" onClick={() => toConnect()}>
              {t('wallet.email')}
            </Button>
          )}
        </Actions>
      }
    >
      <div className="po-mt2">
        <Facts items={facts} />
      </div>
      <p className="po-meta po-mt5">
        <Link href="https://ethereum.org/wallets/">{t('wallet.learn')}</Link>
      </p>
    </ViewFrame>
  )
}
