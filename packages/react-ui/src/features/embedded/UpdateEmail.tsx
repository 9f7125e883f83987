'use client'
import { embeddedStore, type EmailUpdateState } from '@portico/core/embedded'
import type { ReactNode } from 'react'
import { Hero } from '@portico/ui/hero'
import { StepBar } from '@portico/ui/step-bar'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePorticoStore } from '../../usePorticoStore.js'

/** The change of address that is under way, or none. */
export const useEmailUpdate = (): EmailUpdateState => usePorticoStore(embeddedStore, (state) => state.emailUpdate)

export interface UpdateStepProps {
  /** From 1. */
  readonly step: 1 | 2 | 3
  readonly title: string
  readonly text: ReactNode
  readonly children: ReactNode
}

/** One of the three steps of changing an address. */
export function UpdateStep({ step, title, text, children }: UpdateStepProps) {
  const t = useT()
  return (
    <ViewFrame title={t('email.title')} lead="back" offline={t('connect.offline')}>
      <div className="po-mt2">
        <StepBar step={step} of={3} label={t('email.step', { n: step, of: 3 })} />
      </div>
      <div className="po-mt5">
        <Hero title={title}>{text}</Hero>
      </div>
      <div className="po-mt5">{children}</div>
    </ViewFrame>
  )
}
