import { toBase64Url } from '@portico/core/kit'

/** So many random bytes, in base64url. */
export const randomId = (bytes = 16): string => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))
