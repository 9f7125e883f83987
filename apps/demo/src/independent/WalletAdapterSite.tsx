import { useConnection, useWallet } from '@solana/wallet-adapter-react'
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { base58 } from '@scure/base'
import { familyOf } from '../chain/families.js'
import { verifyText } from '../chain/solana.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { nodes, send, wallet as walletGlyph } from '../ui/glyphs.js'
import { Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'

const message = 'I keep the keys of the Meridian treasury.'
const lamports = 250_000_000

/** A dapp on wallet-adapter's own hooks: connect, sign, send, disconnect. */
export function WalletAdapterSite() {
  const { wallets, wallet, publicKey, connecting, select, disconnect } = useWallet()
  return (
    <>
      <Card level={2} glyph={walletGlyph} title="Wallet" lead="useWallet: what is on the page, and which of them is connected.">
        <Facts
          of={[
            ['Status', publicKey ? 'connected' : connecting ? 'connecting' : 'disconnected'],
            ['Wallet', wallet?.adapter.name ?? 'None'],
            ['Address', publicKey ? <Mono key="address">{publicKey.toBase58()}</Mono> : 'None'],
          ]}
        />
        <div className="m-pair">
          {publicKey ? (
            <Button onClick={() => void disconnect()}>Disconnect</Button>
          ) : (
            wallets.map(({ adapter }) => (
              <Button key={adapter.name} onClick={() => select(adapter.name)}>
                Connect {adapter.name}
              </Button>
            ))
          )}
        </div>
      </Card>
      {publicKey && <Actions key={publicKey.toBase58()} publicKey={publicKey} />}
    </>
  )
}

function Actions({ publicKey }: { readonly publicKey: PublicKey }) {
  const { signMessage, sendTransaction, signAllTransactions } = useWallet()
  const { connection } = useConnection()
  const transfer = () => SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: new PublicKey(familyOf('solana').reserve), lamports })

  const signing = useTask(async () => {
    if (!signMessage) throw new Error('The wallet signs no messages.')
    const signature = base58.encode(await signMessage(new TextEncoder().encode(message)))
    return { signature, valid: await verifyText({ address: publicKey.toBase58(), message, signature }) }
  })
  const sending = useTask(async (form: 'legacy' | 'v0') => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction =
      form === 'legacy'
        ? new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight }).add(transfer())
        : new VersionedTransaction(
            new TransactionMessage({ payerKey: publicKey, recentBlockhash: blockhash, instructions: [transfer()] }).compileToV0Message(),
          )
    const signature = await sendTransaction(transaction, connection)
    const { value } = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    if (value.err) throw new Error('The transfer failed.')
    return signature
  })
  const signingAll = useTask(async () => {
    if (!signAllTransactions) throw new Error('The wallet signs nothing.')
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const make = () => new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight }).add(transfer())
    const signed = await signAllTransactions([make(), make()])
    return signed.filter((one) => one.verifySignatures()).length
  })
  return (
    <>
      <Card level={2} glyph={nodes} title="Sign" lead="A text, and two transactions at once, verified by web3.js and by the browser.">
        <div className="m-pair">
          <Button busy={signing.status === 'pending'} onClick={() => void signing.run()}>
            Sign message
          </Button>
          <Button busy={signingAll.status === 'pending'} onClick={() => void signingAll.run()}>
            Sign two transactions
          </Button>
        </div>
        {signing.status === 'error' && <Outcome kind="bad">{textOf(signing.error)}</Outcome>}
        {signing.status === 'success' && (
          <Outcome kind={signing.data.valid ? 'ok' : 'bad'}>
            {signing.data.valid ? 'The signature is valid.' : 'The signature is not valid.'}
          </Outcome>
        )}
        {signingAll.status === 'error' && <Outcome kind="bad">{textOf(signingAll.error)}</Outcome>}
        {signingAll.status === 'success' && (
          <Outcome kind={signingAll.data === 2 ? 'ok' : 'bad'}>{signingAll.data} of 2 transactions are signed.</Outcome>
        )}
      </Card>
      <Card level={2} glyph={send} title="Send" lead="0.25 SOL to the reserve, in either form of transaction.">
        <div className="m-pair">
          <Button busy={sending.status === 'pending'} onClick={() => void sending.run('legacy')}>
            Send legacy
          </Button>
          <Button busy={sending.status === 'pending'} onClick={() => void sending.run('v0')}>
            Send v0
          </Button>
        </div>
        {sending.status === 'error' && <Outcome kind="bad">{textOf(sending.error)}</Outcome>}
        {sending.status === 'success' && (
          <Outcome kind="ok">
            Confirmed: <Mono>{sending.data}</Mono>
          </Outcome>
        )}
      </Card>
    </>
  )
}

/** wallet-adapter's errors, by name: what went wrong inside is for the wallet to say. */
const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'Something went wrong.')
