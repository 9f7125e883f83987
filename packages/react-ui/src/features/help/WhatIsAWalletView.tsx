'use client'
import { loginMethods } from '@portico/core/embedded'
import { resetView } from '@portico/core/kit'
import { key, shield, wallet } from '../../icons/glyphs.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { Actions, Button } from '../../primitives/button/Button.js'
import { Link } from '../../primitives/link/Link.js'
import { Facts } from '../../primitives/steps/Steps.js'

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
