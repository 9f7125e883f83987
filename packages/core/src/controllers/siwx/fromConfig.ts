import { parseSignInMessage } from '@portico/siwx'
import { type NetworkId } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import type { SignInOffer } from './capability.js'
import { SignInStartError } from './errors.js'
import type { AccountSession, SignedText, Signer, SiwxConfig, SiwxMessageData, SiwxService, SiwxSession } from './service.js'

/**
 * A site's own sign-in as a service. It says nothing of where a session counts, so each counts on the network that it was asked for,
 * and the site decides anew on the next one.
 */
export function fromConfig(config: SiwxConfig): SiwxService {
  const sessionsFor = async ({ networkId, address }: Signer): Promise<readonly AccountSession[]> => {
    const sessions = await config.getSessions(networkId, address)
    return sessions.slice(0, 1).map(({ data }) => sessionOf({ networkId, address }, data))
  }
  return {
    isRequired: () => config.getRequired?.() ?? false,
    signOutOnDisconnect: config.signOutOnDisconnect ?? true,
    perNetwork: true,
    oneClick: config.oneClick ?? true,
    knowsAll: false,
    createOffer: async (_, networkIds) => {
      const [first] = networkIds
      if (!first) throw new SignInStartError({ cause: 'there is no network to sign in on' })
      const message = await config.createMessage({ accountAddress: '', chainId: first })
      const isStandard = message.toString().startsWith(`${message.domain} wants you to sign in with your `)
      if (!isStandard) throw new SignInStartError({ cause: 'the texts of the site have a form of their own' })
      return offerOf(message, networkIds)
    },
    createMessage: async (_, { address, networkId }) => {
      const message = await config.createMessage({ accountAddress: address, chainId: networkId })
      return { text: message.toString(), data: message }
    },
    ...(config.signMessage && {
      sign: (_, { address, networkId }, text) =>
        config.signMessage?.({ accountAddress: address, chainId: networkId, message: text }) ??
        Promise.reject(new Error('signMessage is gone')),
    }),
    verify: async (_, signed) => {
      const sessions = signed.map(toSession)
      const [first] = sessions
      if (first && sessions.length === 1) await config.addSession(first)
      else await config.setSessions(sessions)
      return signed.map((one, at) => sessionOf(one, sessions[at]?.data))
    },
    getSessions: async (_, signer) => (signer ? sessionsFor(signer) : []),
    signOut: async (_, accountId) => {
      if (accountId === undefined) return config.setSessions([])
      const at = accountId.lastIndexOf(':')
      return config.revokeSession(accountId.slice(0, at) as SiwxMessageData['chainId'], accountId.slice(at + 1)) // the type says so
    },
  }
}

/** How long a session is asked for where the site does not say, in milliseconds. */
const day = 86_400_000

/** What a wallet is to write itself: the fields of the site's message, but for the account. */
function offerOf(message: SiwxMessageData, chains: readonly NetworkId[]): SignInOffer {
  const { domain, uri, statement, nonce, resources, issuedAt = new Date().toISOString() } = message
  const { expirationTime = new Date(Date.parse(issuedAt) + day).toISOString() } = message
  return {
    domain,
    uri,
    ...(statement !== undefined && { statement }),
    nonce,
    issuedAt,
    expirationTime,
    chains,
    ...(resources && { resources }),
  }
}

function sessionOf(
  { networkId, address }: Pick<SignedText, 'networkId' | 'address'>,
  data: Pick<SiwxMessageData, 'expirationTime'> | undefined,
): AccountSession {
  const expiresAt = Date.parse(data?.expirationTime ?? '')
  return { accountId: accountIdOf(networkId, address), scope: 'chain', ...(Number.isFinite(expiresAt) && { expiresAt }) }
}

function toSession({ text, signature, networkId, address, data }: SignedText): SiwxSession {
  return { data: isData(data) ? data : readData(text, { networkId, address }), message: text, signature }
}

const isData = (data: unknown): data is SiwxMessageData => typeof data === 'object' && data !== null && 'accountAddress' in data

/** Of a text that a wallet wrote. @throws SignInMessageError */
function readData(text: string, { networkId, address }: Pick<SignedText, 'networkId' | 'address'>): SiwxMessageData {
  const {
    namespace: _,
    scheme: __,
    address: ___,
    chainId: ____,
    domain,
    uri = '',
    version = '1',
    nonce = '',
    ...rest
  } = parseSignInMessage(text)
  return { accountAddress: address, chainId: networkId, domain, uri, version, nonce, ...rest }
}
