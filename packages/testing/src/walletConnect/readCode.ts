import { parseUri } from '@portico/walletconnect/client'
import { authenticateMethod } from './asked.js'

/** What a pairing code tells before anything has arrived. @throws PairingUriError */
export function readCode(text: string): { readonly code: string; readonly asksToSignIn: boolean } {
  const code = codeIn(text)
  return { code, asksToSignIn: parseUri(code).methods.includes(authenticateMethod) }
}

/** The code in a link to a wallet, native or universal; else the text itself. */
function codeIn(text: string): string {
  if (text.startsWith('wc:') || !URL.canParse(text)) return text
  return new URL(text).searchParams.get('uri') ?? text
}
