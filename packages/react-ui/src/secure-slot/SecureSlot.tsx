'use client'
import { embeddedConnector, type SurfacePurpose } from '@portico/core/embedded'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { back as backGlyph } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { useT } from '../i18n/useT.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { useBack } from '../modal/useBack.js'
import { useOnScreen } from '../modal/useOnScreen.js'
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
 * An empty place that the secure frame fills, as high as the frame says that it needs. What is asked there, the page neither draws nor
 * reads; the header alone is the modal's, and its way back goes back inside of the frame first.
 */
export function SecureSlot({ title, lead, purposes }: SecureSlotProps) {
  const portico = usePortico()
  const t = useT()
  const slot = useRef<HTMLDivElement>(null)
  const wallet = embeddedConnector(portico)?.embedded
  const { frame, surface, height } = useEmbeddedState(wallet)
  const shown = surface !== undefined && purposes.includes(surface)
  useSlot(slot, wallet, shown)
  const fitted = useSettled(slot, shown ? height : undefined)
  const leave = useBack()
  const isOnScreen = useOnScreen()
  const going = useRef(false)
  const back = async () => {
    if (going.current) return
    going.current = true
    const handled = shown && (await wallet?.back())
    going.current = false
    if (!handled && isOnScreen()) leave()
  }
  const failed = !wallet || frame === 'failed'
  return (
    <ViewFrame
      title={title}
      lead={lead === 'back' ? <IconButton glyph={backGlyph} label={t('common.back')} onClick={() => void back()} /> : lead}
    >
      <div ref={slot} className="po-slot" data-slot="" style={fitted === undefined ? undefined : { flexBasis: fitted }}>
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
          // Once the frame draws something, nothing shows beside it while the place follows its height, and nothing in its place once it is left.
          isOnScreen() &&
          !(shown && height !== undefined) && (
            <>
              <Columns />
              <p className="po-meta" role="status">
                {t('surface.preparing')}
              </p>
            </>
          )
        )}
      </div>
    </ViewFrame>
  )
}

/** A height, once the card of the view has come to rest: two movements of it at once would end in a jump. */
function useSettled(slot: RefObject<HTMLElement | null>, height: number | undefined): number | undefined {
  const [settled, setSettled] = useState<number>()
  useEffect(() => {
    if (height === undefined) return
    let over = false
    const moving = slot.current?.closest('.po-modal')?.getAnimations() ?? []
    void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => over || setSettled(height))
    return () => void (over = true)
  }, [slot, height])
  return settled
}
