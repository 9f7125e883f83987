'use client'
import type { Namespace } from '@portico/core'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { wallet } from '@portico/ui/glyphs'
import { useT } from '../../i18n/useT.js'
import { useSite } from '../../hooks/useSite.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'

/** No wallet is connected, or none any more, with the way to one. `namespace`: of one chain family. */
export function NoWallet({ namespace }: { readonly namespace?: Namespace | undefined }) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const target = portico.adapters.size > 1 && namespace ? { namespace } : undefined
  const said = { namespace: target?.namespace ?? '', site: site.name }
  const toConnect = wayTo(portico, 'Connect')
  const isServed = namespace === undefined || portico.adapters.has(namespace)
  return (
    <Empty
      glyph={wallet}
      title={t('accounts.none.title', said)}
      action={
        isServed &&
        toConnect && (
          <Button variant="primary" size="md" full={false} onClick={() => toConnect(target)}>
            {t('accounts.connect')}
          </Button>
        )
      }
    >
      {isServed ? t('accounts.none.text', said) : t('error.AdapterNotFoundError')}
    </Empty>
  )
}
