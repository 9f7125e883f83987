import {
  AddressPurpose,
  BitcoinNetworkType,
  getProviders,
  MessageSigningProtocols,
  request,
  type Address,
  type Provider,
  type RpcResult,
} from '@sats-connect/core'
import { useEffect, useState } from 'react'
import { createPsbt, signedInputs, verifyText } from '../chain/bitcoin.js'
import { familyOf } from '../chain/families.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { send, sign, wallet as walletGlyph } from '../ui/glyphs.js'
import { Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'

const message = 'I keep the keys of the Meridian treasury.'
const { reserve } = familyOf('bip122')

/** What the wallet answered. @throws its error */
function answerOf<M extends Parameters<typeof request>[0]>(result: RpcResult<M>) {
  if (result.status === 'error') throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.result
}

/** A dapp on sats-connect's `request`: connect, sign, send, disconnect. */
export function SatsConnectSite() {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const [chosen, setChosen] = useState<Provider>()
  const connecting = useTask(async (provider: Provider) => {
    setChosen(provider)
    const purposes = [AddressPurpose.Payment, AddressPurpose.Ordinals]
    const { addresses } = answerOf<'wallet_connect'>(
      await request('wallet_connect', { addresses: purposes, network: BitcoinNetworkType.Mainnet }, provider.id),
    )
    return addresses
  })
  useEffect(() => {
    const look = () => setProviders([...getProviders()])
    const timer = setInterval(look, 250) // the list tells nobody that it has grown
    look()
    return () => clearInterval(timer)
  }, [])
  const disconnect = useTask(async () => {
    if (chosen) await request('wallet_disconnect', null, chosen.id)
    connecting.reset()
  })
  const addresses = connecting.status === 'success' ? connecting.data : []
  return (
    <>
      <Card level={2} glyph={walletGlyph} title="Wallet" lead="The btc_providers list, and the addresses of the one that is connected.">
        <Facts
          of={[
            ['Status', addresses.length > 0 ? 'connected' : connecting.status === 'pending' ? 'connecting' : 'disconnected'],
            ['Wallet', chosen?.name ?? 'None'],
            ...addresses.map(({ address, purpose }) => [purpose, <Mono key={purpose}>{address}</Mono>] as const),
          ]}
        />
        {connecting.status === 'error' && <Outcome kind="bad">{textOf(connecting.error)}</Outcome>}
        <div className="m-pair">
          {addresses.length > 0 ? (
            <Button onClick={() => void disconnect.run()}>Disconnect</Button>
          ) : (
            providers.map((provider) => (
              <Button key={provider.id} onClick={() => void connecting.run(provider)}>
                Connect {provider.name}
              </Button>
            ))
          )}
        </div>
      </Card>
      {chosen && addresses.length > 0 && <Actions provider={chosen} addresses={addresses} />}
    </>
  )
}

function Actions({ provider, addresses }: { readonly provider: Provider; readonly addresses: readonly Address[] }) {
  const payment = addresses.find(({ purpose }) => purpose === AddressPurpose.Payment)
  const signing = useTask(async (protocol: MessageSigningProtocols) => {
    if (!payment) throw new Error('The wallet gave no address for payments.')
    const { address } = payment
    const { signature } = answerOf<'signMessage'>(await request('signMessage', { address, message, protocol }, provider.id))
    return verifyText({ address, message, signature, protocol: protocol === MessageSigningProtocols.ECDSA ? 'ecdsa' : 'bip322' })
  })
  const sending = useTask(
    async () =>
      answerOf<'sendTransfer'>(await request('sendTransfer', { recipients: [{ address: reserve, amount: 20_000 }] }, provider.id)).txid,
  )
  const signingPsbt = useTask(async () => {
    if (!payment) throw new Error('The wallet gave no address for payments.')
    const { psbt, inputs } = await createPsbt({ from: payment.address, to: reserve, amount: 20_000n })
    const signed = answerOf<'signPsbt'>(
      await request('signPsbt', { psbt, signInputs: { [payment.address]: [...inputs] }, broadcast: false }, provider.id),
    )
    return { of: inputs.length, signed: signedInputs(signed.psbt).length }
  })
  return (
    <>
      <Card level={2} glyph={sign} title="Sign" lead="A text, in either way, and a transaction of the page's own.">
        <div className="m-pair">
          <Button busy={signing.status === 'pending'} onClick={() => void signing.run(MessageSigningProtocols.ECDSA)}>
            Sign with ECDSA
          </Button>
          <Button busy={signing.status === 'pending'} onClick={() => void signing.run(MessageSigningProtocols.BIP322)}>
            Sign with BIP-322
          </Button>
          <Button busy={signingPsbt.status === 'pending'} onClick={() => void signingPsbt.run()}>
            Sign PSBT
          </Button>
        </div>
        {signing.status === 'error' && <Outcome kind="bad">{textOf(signing.error)}</Outcome>}
        {signing.status === 'success' && (
          <Outcome kind={signing.data ? 'ok' : 'bad'}>{signing.data ? 'The signature is valid.' : 'The signature is not valid.'}</Outcome>
        )}
        {signingPsbt.status === 'error' && <Outcome kind="bad">{textOf(signingPsbt.error)}</Outcome>}
        {signingPsbt.status === 'success' && (
          <Outcome kind={signingPsbt.data.signed === signingPsbt.data.of ? 'ok' : 'bad'}>
            {signingPsbt.data.signed} of {signingPsbt.data.of} inputs are signed.
          </Outcome>
        )}
      </Card>
      <Card level={2} glyph={send} title="Send" lead="0.0002 BTC to the reserve.">
        <Button busy={sending.status === 'pending'} onClick={() => void sending.run()}>
          Send
        </Button>
        {sending.status === 'error' && <Outcome kind="bad">{textOf(sending.error)}</Outcome>}
        {sending.status === 'success' && (
          <Outcome kind="ok">
            Sent: <Mono>{sending.data}</Mono>
          </Outcome>
        )}
      </Card>
    </>
  )
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'Something went wrong.')
