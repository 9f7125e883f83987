// Under `require-trusted-types-for 'script'` a script's address must come from a policy. webpack has one of its own; Turbopack's loader
// hands the browser plain text, for every lazy chunk of the page, so that the page has to say which addresses it trusts: its own.
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
})
