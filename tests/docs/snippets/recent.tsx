import { useAddTransaction } from '@portico/react-ui'
import { useWriteContract } from 'wagmi'

type Mint = Parameters<ReturnType<typeof useWriteContract>['mutateAsync']>[0]

export function MintButton({ mint }: { readonly mint: Mint }) {
  const addTransaction = useAddTransaction()
  const { mutateAsync } = useWriteContract()
  const onClick = async () => addTransaction({ hash: await mutateAsync(mint), description: 'Mint a ticket' })
  return (
    <button type="button" onClick={() => void onClick()}>
      Mint
    </button>
  )
}
