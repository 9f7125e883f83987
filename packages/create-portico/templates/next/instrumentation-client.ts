// Under `require-trusted-types-for 'script'` a script's address must come from a policy. Turbopack's loader hands the browser plain text
// for every lazy chunk, so the page says which addresses it trusts: its own.
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
})
