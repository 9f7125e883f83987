'use client'
import { activeConnection, asError, connectionStore, namespaceOf, UserRejectedError } from '@portico/core'
import { canReplace, replaceSent, sentStore, type ActivityRow } from '@portico/core/activity'
import { loadAdapter } from '@portico/core/kit'
import { useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Note } from '@portico/ui/note'
import { useQuery } from '../../hooks/useQuery.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'

type How = Parameters<typeof replaceSent>[1]['how']

/** What can be done about a transaction of this site that waits for a block: speeding it up, or cancelling it. */
export function Replace({ row: { hash, networkId } }: { readonly row: ActivityRow }) {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const sent = usePorticoStore(sentStore, (all) => all.find((one) => one.hash === hash && one.outcome === 'pending'))
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, namespaceOf(networkId))?.connector)
  const wallet = useWalletName()(connector)
  const namespace = namespaceOf(networkId)
  const { data: isAble } = useQuery<boolean>({
    queryKey: ['replaces', namespace],
    queryFn: async () => (await loadAdapter(portico, namespace)).replaceTransaction !== undefined,
    staleTime: Infinity,
  })
  const [busy, setBusy] = useState<How>()
  const [error, setError] = useState<Error>()
  if (!sent || !isAble) return null
  if (!canReplace(portico, networkId))
    return (
      <div className="po-mt3">
        <Note>{t('activity.replace.elsewhere', { wallet })}</Note>
      </div>
    )
  const ask = (how: How) => {
    setBusy(how)
    setError(undefined)
    replaceSent(portico, { hash, how })
      .catch((thrown: unknown) => setError(asError(thrown)))
      .finally(() => setBusy(undefined))
  }
  const { replacement } = sent
  return (
    <div className="po-mt3">
      {replacement && <Note>{replacement.how === 'cancel' ? t('activity.replace.cancelling') : t('activity.replace.speeding')}</Note>}
      {error && !(error instanceof UserRejectedError) && (
        <div role="alert">
          <Note tone="bad">{errorText(error)}</Note>
        </div>
      )}
      <div className="po-mt3">
        <Actions>
          <Button busy={busy === 'cancel'} onClick={() => ask('cancel')}>
            {replacement?.how === 'cancel' ? t('activity.replace.cancelFaster') : t('activity.replace.cancel')}
          </Button>
          {replacement?.how !== 'cancel' && (
            <Button busy={busy === 'speedUp'} onClick={() => ask('speedUp')}>
              {t('activity.replace.speedUp')}
            </Button>
          )}
        </Actions>
      </div>
    </div>
  )
}
