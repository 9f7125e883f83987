import { useWallet } from '@solana/wallet-adapter-react'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { useCallback } from 'react'

const connection = new Connection('https://rpc.example')
const jar = new PublicKey('11111111111111111111111111111112')

export function Tip() {
  const { publicKey, connected, sendTransaction } = useWallet()
  const onClick = useCallback(async () => {
    if (!publicKey) return
    const transfer = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: jar, lamports: 1_000 })
    await sendTransaction(new Transaction().add(transfer), connection)
  }, [publicKey, sendTransaction])
  return (
    <button type="button" disabled={!connected} onClick={() => void onClick()}>
      Tip from {publicKey?.toBase58()}
    </button>
  )
}
