'use client'
import type { Namespace } from '@portico/core'
import { walletsQuery } from '@portico/core/wallets'
import { Chip } from '@portico/ui/chip'
import { Field } from '@portico/ui/field'
import { qr, search as searchGlyph, shield } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { IconButton } from '@portico/ui/icon-button'
import { usePages } from '../../hooks/useQuery.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { useLater } from './useDirectory.js'
import { useAmong, useWallets } from '../../wallets/useWallets.js'

export interface WalletSearchProps {
  readonly namespace: Namespace | undefined
  readonly text: string
  readonly setText: (text: string) => void
  /** Asks without waiting for a pause in typing. */
  readonly searchNow: () => void
  readonly certified: boolean
  readonly setCertified: (certified: boolean) => void
  readonly placeholder: string
  /** The list is there, so that there is time for the filter. */
  readonly isListed: boolean
  /** Left out where no code can be had. */
  readonly showCode: (() => void) | undefined
}

/** The search over all wallets, the way to a code that any wallet scans, and where there is something to filter, the filter. */
export function WalletSearch({
  namespace,
  text,
  setText,
  searchNow,
  certified,
  setCertified,
  placeholder,
  isListed,
  showCode,
}: WalletSearchProps) {
  const t = useT()
  const isSettled = useLater(isListed)
  const hostVouches = usePortico().options.wallets?.some((wallet) => wallet.certified) === true
  return (
    <>
      <div className="po-flex">
        <Field
          className="po-grow"
          icon={searchGlyph}
          label={t('wallets.search')}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && searchNow()}
          onClear={() => setText('')}
          clearLabel={t('common.clear')}
          enterKeyHint="search"
          compact
          data-autofocus
        />
        {showCode && <IconButton glyph={qr} label={t('wallets.scan')} beside onClick={showCode} />}
      </div>
      {(isSettled || certified || hostVouches) && <CertifiedFilter {...{ namespace, certified, setCertified, isSettled }} />}
    </>
  )
}

interface CertifiedFilterProps extends Pick<WalletSearchProps, 'namespace' | 'certified' | 'setCertified'> {
  /** There is time to ask the gateway. */
  readonly isSettled: boolean
}

/** The filter, where the gateway, or the host, vouches for any wallet. The gateway's answer is the list that it shows. */
function CertifiedFilter({ namespace, certified, setCertified, isSettled }: CertifiedFilterProps) {
  const portico = usePortico()
  const t = useT()
  const own = useWallets(namespace)
  const { data } = usePages({ ...walletsQuery(portico, { namespaces: useAmong(namespace), certified: true }), enabled: isSettled })
  const hasAny = own.some(({ record }) => record?.certified) || data?.pages.some(({ wallets }) => wallets.length > 0)
  if (!hasAny && !certified) return null
  return (
    <div className="po-flex po-mt2">
      <Chip selected={certified} onClick={() => setCertified(!certified)}>
        <Icon glyph={shield} size={16} />
        {t('wallets.certified')}
      </Chip>
    </div>
  )
}
