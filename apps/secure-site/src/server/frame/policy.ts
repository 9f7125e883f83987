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
