/**
 * What is wrong with a provider's answers, so that a test sees them refused.
 *
 * `issuer`, `audience`, `nonce`, `expired`: that claim of the id_token, which is signed properly. `signature`: by another key of
 * the same id. `unsigned`: `alg: none`. `mixUp`: the `iss` of the answer in the browser is another provider's (RFC 9207).
 * `code`: the answer in the browser carries a code that was made for an earlier login. `subject`: everything about a person
 * but the subject, which is somebody else's.
 */
export const evils = ['issuer', 'audience', 'nonce', 'expired', 'signature', 'unsigned', 'mixUp', 'code', 'subject'] as const
export type Evil = (typeof evils)[number]
