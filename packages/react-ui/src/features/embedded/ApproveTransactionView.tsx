'use client'
import { embeddedConnector } from '@portico/core/embedded'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { SecureSlot } from '../../secure-slot/SecureSlot.js'
import { useEmbeddedState } from '../../hooks/useEmbeddedState.js'

/** Where the secure frame asks whether to sign, and before that, on a browser that is new, brings the wallet's shares together. */
export default function ApproveTransactionView() {
  const portico = usePortico()
  const t = useT()
  const { surface } = useEmbeddedState(embeddedConnector(portico)?.embedded)
  return <SecureSlot title={surface === 'recover' ? t('surface.recover') : t('surface.approve')} purposes={['approve', 'recover']} />
}
