'use client'
import { embeddedConnector, type SurfacePurpose } from '@portico/core/embedded'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { useT } from '../i18n/useT.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { usePortico } from '../PorticoProvider.js'
import { useEmbeddedState } from '../hooks/useEmbeddedState.js'
import { useSlot } from './useSlot.js'

export interface SecureSlotProps {
  readonly title: string
  readonly lead?: ReactNode
  /** For what the frame is given the place. */
  readonly purposes: readonly SurfacePurpose[]
}

/**
 * An empty place of 360 × 600 px, or of the whole sheet, that the secure frame fills. What is asked there, the page neither
 * draws nor reads; the header alone is the modal's.
 */
export function SecureSlot({ title, lead, purposes }: SecureSlotProps) {
  const portico = usePortico()
  const t = useT()
  const slot = useRef<HTMLDivElement>(null)
  const wallet = embeddedConnector(portico)?.embedded
  const { frame, surface } = useEmbeddedState(wallet)
  useSlot(slot, wallet, surface !== undefined && purposes.includes(surface))
  const failed = !wallet || frame === 'failed'
  return (
    <ViewFrame title={title} lead={lead}>
      <div ref={slot} className="po-slot" data-slot="">
        {failed ? (
          <>
            <p className="po-text po-center" role="alert">
              {t('login.frame')}
            </p>
            {wallet && (
              <Button variant="primary" size="md" full={false} onClick={wallet.prepare}>
                {t('common.again')}
              </Button>
            )}
          </>
        ) : (
          <>
            <Columns />
            <p className="po-meta" role="status">
              {t('surface.preparing')}
            </p>
          </>
        )}
      </div>
    </ViewFrame>
  )
}
