import { InvalidQueryError } from '../errors.js'

const forms: Readonly<Record<string, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^((bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$/,
}

/** An address as its chain writes it: of EVM chains in lower case. Undefined for one of another kind of chain. */
export function addressOn(namespace: string, text: string): string | undefined {
  if (!forms[namespace]?.test(text)) return undefined
  return namespace === 'eip155' ? text.toLowerCase() : text
}

/** @throws InvalidQueryError for what is an address of no kind of chain, or not of the one that is asked about */
export function checkAddress(text: string, namespace?: string): void {
  const namespaces = namespace !== undefined && forms[namespace] ? [namespace] : Object.keys(forms)
  if (namespaces.every((each) => addressOn(each, text) === undefined)) throw new InvalidQueryError(['the address is none'])
}

/** `eip155` of `eip155:1`. */
export const namespaceOf = (chainId: string): string => chainId.slice(0, chainId.indexOf(':'))
