import { isNetworkId, type NetworkId } from '@portico/core'
import type { CodePurpose, EmailAction, EmbeddedAccountType, SurfacePurpose, WalletSecurity } from '@portico/core/embedded'
import * as z from 'zod/mini'
import { listOf, oneOf, shape, text } from './form.js'

export const truth = z.custom<boolean>((value) => typeof value === 'boolean')
/** A whole number, as seconds and codes are. */
export const whole = z.custom<number>((value) => Number.isSafeInteger(value))
/** No payload at all. */
export const nothing = z.custom<undefined>((value) => value === undefined)
/** CAIP-2. */
export const networkId = z.custom<NetworkId>(isNetworkId)
export const accountType = oneOf<EmbeddedAccountType>('eoa', 'smartAccount')
export const emailAction = oneOf<EmailAction>('VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT')
export const purpose = oneOf<SurfacePurpose>('approve', 'recover', 'security', 'code')
export const codePurpose = oneOf<CodePurpose>('login', 'emailUpdate')
/**
 * Least and most that the frame may ask for, in CSS pixels: a number outside of them is no message at all.
 * @example const height = Math.min(Math.max(wanted, surfaceHeights.least), surfaceHeights.most)
 */
export const surfaceHeights = { least: 160, most: 600 } as const
export const height = z.custom<number>(
  (value) => Number.isSafeInteger(value) && Number(value) >= surfaceHeights.least && Number(value) <= surfaceHeights.most,
)
/** A BCP 47 language tag. The page speaks English where it has no such language. */
export const languageTag = z.custom<string>((value) => typeof value === 'string' && /^[a-zA-Z]{2,8}(-[a-zA-Z\d]{1,8}){0,3}$/.test(value))
/** An address of any chain family: 0x hex or base58. */
export const address = z.custom<string>((value) => typeof value === 'string' && /^[\da-zA-Z]{20,64}$/.test(value))
/** Two digits that are shown here and there. */
export const match = z.custom<string>((value) => typeof value === 'string' && /^\d\d$/.test(value))

/** Why something failed, for programs: such as `wrong_code`. */
export const reason = z.custom<string>((value) => typeof value === 'string' && /^[a-z][a-z_]{0,39}$/.test(value))

/** Anything, as long as there is something. */
export const something = z.custom<unknown>((value) => value !== undefined)
const security = shape(
  {
    mode: oneOf<WalletSecurity['mode']>('assisted', 'progressive', 'user'),
    passkeys: whole,
    recoveryCode: truth,
    device: truth,
  },
  { recoverable: truth, passphrase: truth },
)

/**
 * Who is logged in. `networks`: those that the secure site serves, where it tells. `smartAccountNetworks`: those of them on which an account
 * can be a contract; `accountTypeChosen`: the visitor has said which it is to be. Both left out where there are none.
 */
export const user = shape(
  { address, chainId: networkId },
  {
    email: z.custom<string | null>((value) => value === null || (typeof value === 'string' && value.length <= 320)),
    accounts: listOf(shape({ address, type: accountType })),
    userName: text(100),
    preferredAccountType: accountType,
    smartAccountDeployed: truth,
    security,
    networks: listOf(networkId),
    smartAccountNetworks: listOf(networkId),
    accountTypeChosen: truth,
  },
)
