import { useAccount, useNamespace, useNetwork, usePortico } from '@portico/react-ui'
import type { ReactNode } from 'react'
import { Card } from '../ui/Card.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Mono } from '../ui/Facts.js'
import { code } from '../ui/glyphs.js'

/** What programs call what is in use: the ids of CAIP-2 and CAIP-10, and the wallet's. */
export function IdsCard() {
  const portico = usePortico()
  const { accountId, wallet, type } = useAccount()
  const { network, unsupported } = useNetwork()
  const { namespace } = useNamespace()
  const ids: readonly (readonly [name: string, id: string | undefined])[] = [
    ['Account', accountId],
    ['Network', unsupported ?? network?.id],
    ['Namespace', namespace],
    ['Connector', wallet?.id],
    ['Kind', wallet?.kind],
    ['Account type', type],
    ['Portico', portico.id],
  ]
  return (
    <Card glyph={code} title="Ids" lead="What programs call all this: CAIP-10, CAIP-2, and the wallet's own.">
      <dl className="m-facts">
        {ids.map(([name, id]) => (
          <Id key={name} name={name}>
            {id !== undefined && (
              <>
                <Mono>{id}</Mono>
                <CopyButton text={id} what={`the id: ${name}`} />
              </>
            )}
          </Id>
        ))}
      </dl>
    </Card>
  )
}

const Id = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || <span className="m-none">none</span>}</dd>
  </div>
)
