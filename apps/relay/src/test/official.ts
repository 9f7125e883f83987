import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { WalletKit } from '@reown/walletkit'

const metadataOf = (name: string) => ({ name, description: name, url: `https://${name}.example`, icons: [] })

/** Nothing on disk, nothing shared with another client of the process, nothing asked of any other host. */
async function coreFor(relayUrl: string, name: string) {
  const storageOptions = { database: ':memory:' }
  const core = await Core.init({
    relayUrl,
    projectId: 'none',
    customStoragePrefix: name,
    storageOptions,
    logger: 'silent',
    telemetryEnabled: false,
  })
  core.verify.register = async () => ''
  core.verify.resolve = async () => ({ origin: '' })
  // Its type says that it may have neither, which `init` does not accept.
  return Object.assign(core, { relayUrl, projectId: 'none' })
}

/** The official dapp client, 2.21.8. */
export async function officialDapp(relayUrl: string, name = 'dapp') {
  return await SignClient.init({ core: await coreFor(relayUrl, name), metadata: metadataOf(name), logger: 'silent' })
}

/** The official wallet client, 1.2.10. */
export async function officialWallet(relayUrl: string, name = 'wallet') {
  return await WalletKit.init({ core: await coreFor(relayUrl, name), metadata: metadataOf(name) })
}
