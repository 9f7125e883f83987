/** Headers of every document of the secure origin. */
export const documentHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'origin-agent-cluster': '?1',
  // Hosts under COEP may embed it (S8). Measured: without these it is blocked without a word.
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export interface PolicyParameters {
  nonce: string
  /** The one origin that may embed the document; none for a window of its own (S2). */
  ancestor: string | undefined
  /** Origins that scripts may talk to, beside their own. */
  connect: readonly string[]
}

/** Content-Security-Policy of the page. Scripts run by nonce alone, and what they import; styles are constructed sheets or carry the nonce. */
export function pagePolicy({ nonce, ancestor, connect }: PolicyParameters): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: https:",
    `connect-src ${["'self'", ...new Set(connect)].join(' ')}`,
    `frame-ancestors ${ancestor ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Content-Security-Policy of a page without scripts: styles by nonce, and forms to the own origin. */
export function plainPolicy(nonce: string): string {
  return `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
}
