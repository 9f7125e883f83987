import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '../implementation/bytes.js'
import { programAddress } from '../implementation/curve.js'

// Where the Solana Name Service keeps what (SNS-IP 1, 3 and 5): every account's address is derived from what it is about.

export const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
export const tokenizerProgram = 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk'
export const favouriteProgram = '85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29'
const recordsProgram = 'HP3D4D1ZCmohQGFVms2SS4LCANgJyksBf5s1F77FuFjZ'
/** The account of `.sol` itself. */
const root = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'
const reverseClass = '33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z'
const none = '11111111111111111111111111111111'

const utf8 = new TextEncoder()

/** The account of a name below a parent. */
const nameAccount = (name: string, parent: string, kind = none): string =>
  programAddress([sha256(utf8.encode(`SPL Name Service${name}`)), base58.decode(kind), base58.decode(parent)], nameProgram)

/** What is before `.sol`, in small letters: `bonfida` or `dex.bonfida`. */
export function readDomain(name: string): readonly [label: string, parent?: string] | undefined {
  const [tld, ...labels] = name.trim().toLowerCase().split('.').reverse()
  const [first, second, ...more] = labels
  if (tld !== 'sol' || !first || more.length > 0 || second === '') return undefined
  return second === undefined ? [first] : [second, first]
}

/** The account of a domain, or of a name below one. */
export const domainAccount = ([label, parent]: readonly [label: string, parent?: string]): string =>
  parent === undefined ? nameAccount(label, root) : nameAccount(`\0${label}`, nameAccount(parent, root))

/** Where a domain keeps the address that it wants to be paid at, in the first form, and in the second, which the records program watches. */
export const payeeRecords = (domain: string): readonly [first: string, second: string] => [
  nameAccount('\u0001SOL', domain),
  nameAccount('\u0002SOL', domain, recordsClass()),
]
export const recordsClass = () => programAddress([base58.decode(recordsProgram)], recordsProgram)

/** Of a domain that was made a token: what says so, and the token. */
export const tokenRecord = (domain: string): string => programAddress([utf8.encode('nft_record'), base58.decode(domain)], tokenizerProgram)
export const domainMint = (domain: string): string =>
  programAddress([utf8.encode('tokenized_name'), base58.decode(domain)], tokenizerProgram)

/** Where an owner says by which domain it wants to be known. */
export const favouriteAccount = (owner: string): string =>
  programAddress([utf8.encode('favourite_domain'), base58.decode(owner)], favouriteProgram)

/** Where the name of a domain's account stands, in words. @param parent the account above it, for a name below a domain */
export const reverseAccount = (domain: string, parent = none): string => nameAccount(domain, parent, reverseClass)
export { root as rootAccount }
