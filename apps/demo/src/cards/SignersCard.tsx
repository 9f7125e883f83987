import { usePortico } from '@portico/react-ui'
import { useState } from 'react'
import { networkOf } from '../solanaNetworks.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { code } from '../ui/glyphs.js'
import { AnswerIn, Failure, Outcome } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { useTask } from '../ui/useTask.js'
import { MinedFacts } from './MinedFacts.js'
import { useHolder } from './useHolder.js'

/** Each library, with what signs for it, is a chunk of its own: whoever uses one does not load the other. */
const libraries = {
  web3js: { name: '@solana/web3.js', load: () => import('../signers/web3js.js') },
  kit: { name: '@solana/kit', load: () => import('../signers/kit.js') },
} as const

type LibraryId = keyof typeof libraries

/** A site that builds its own transactions gets a signer in the form that its library takes. */
export function SignersCard() {
  const portico = usePortico()
  const { networkId, wallet, family } = useHolder()
  const [library, setLibrary] = useState<LibraryId>('web3js')
  const [form, setForm] = useState<'legacy' | 'v0'>('v0')
  const work = useTask(async () => {
    const { transfer } = await libraries[library].load()
    const version = form === 'v0' ? 0 : 'legacy'
    return transfer({ portico, networkId, ...networkOf(networkId), to: family.reserve, lamports: 10_000_000n, version })
  })
  const isWaiting = work.status === 'pending'
  return (
    <Card glyph={code} title="Signers" lead="For a site that builds its own transactions: 0.01 SOL to the reserve, by either library.">
      <Segmented
        label="Library"
        options={[
          { value: 'web3js', label: libraries.web3js.name },
          { value: 'kit', label: libraries.kit.name },
        ]}
        value={library}
        onChange={(next) => {
          setLibrary(next)
          work.reset()
        }}
      />
      <Segmented
        label="Form of the transaction"
        options={[
          { value: 'v0', label: 'v0' },
          { value: 'legacy', label: 'Legacy' },
        ]}
        value={form}
        onChange={setForm}
      />
      <Button tone="primary" busy={isWaiting} onClick={() => void work.run()}>
        {isWaiting ? `Answer in ${wallet}` : 'Sign and send'}
      </Button>
      {isWaiting && <AnswerIn wallet={wallet} />}
      {work.status === 'error' && <Failure error={work.error} />}
      {work.status === 'success' && (
        <>
          <Outcome kind="ok">Confirmed, with {libraries[library].name}.</Outcome>
          <MinedFacts hash={work.data} networkId={networkId} />
        </>
      )}
    </Card>
  )
}
