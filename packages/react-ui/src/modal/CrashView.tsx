'use client'
import { closeModal } from '@portico/core'
import { resetView } from '@portico/core/kit'
import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { alert } from '@portico/ui/glyphs'
import { useT } from '../i18n/useT.js'
import { wayTo } from './wayTo.js'
import { usePortico } from '../PorticoProvider.js'
import { isConnected } from './isConnected.js'
import { ViewFrame } from './ViewFrame.js'

/** A view could not be loaded or drawn. Nothing is lost, and there is a way on. */
export function CrashView() {
  const portico = usePortico()
  const t = useT()
  const startAgain = () => {
    const go = isConnected(portico) ? wayTo(portico, 'Account', resetView) : wayTo(portico, 'Connect', resetView)
    if (go) go()
    else closeModal(portico)
  }
  const action = (
    <Button variant="primary" size="md" full={false} onClick={startAgain}>
      {t('crash.again')}
    </Button>
  )
  return (
    <ViewFrame title={t('crash.title')} hiddenTitle>
      <Empty glyph={alert} tone="bad" title={t('crash.title')} action={action}>
        {t('crash.text')}
      </Empty>
    </ViewFrame>
  )
}

interface BoundaryProps {
  readonly onError: (error: Error) => void
  readonly children: ReactNode
}

/** Catches what a view throws while it is drawn. React has no function for this. */
export class ViewBoundary extends Component<BoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false }
  static getDerivedStateFromError() {
    return { crashed: true }
  }
  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error('Portico: a view could not be shown', error, componentStack)
    this.props.onError(error)
  }
  override render() {
    return this.state.crashed ? <CrashView /> : this.props.children
  }
}
