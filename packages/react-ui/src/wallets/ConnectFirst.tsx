'use client'
import type { Namespace } from '@portico/core'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { wallet } from '@portico/ui/glyphs'
import { useSite } from '../hooks/useSite.js'
import { useT } from '../i18n/useT.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { wayTo } from '../modal/wayTo.js'
import { usePortico } from '../PorticoProvider.js'

interface ConnectFirstProps {
  /** The view's own. */
  readonly title: string
  /** The only chain family that the view is of. */
  readonly namespace?: Namespace
}

/** In place of a view of the account, where there is none: its wallet ended the session while the view was open, or another tab did. */
export function ConnectFirst({ title, namespace }: ConnectFirstProps) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const target = portico.adapters.size > 1 && namespace ? { namespace } : undefined
  const toConnect = wayTo(portico, 'Connect')
  return (
    <ViewFrame title={title} lead="back">
      <Empty
        glyph={wallet}
        title={t('error.ConnectorNotConnectedError')}
        action={
          toConnect && (
            <Button variant="primary" size="md" full={false} onClick={() => toConnect(target)}>
              {t('connect.title', { namespace: target?.namespace ?? '', site: site.name })}
            </Button>
          )
        }
      />
    </ViewFrame>
  )
}
