const services = /^VITE_PORTICO_/

/**
 * The policy of the built pages: their own files, the sandbox on this machine, and the services elsewhere that the build was told of.
 * @param env variables of the build; of those that begin with `VITE_PORTICO_` the addresses count
 */
export function policyFor(env: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(env).flatMap(([name, value = '']) => (services.test(name) && URL.canParse(value) ? [new URL(value)] : []))
  const elsewhere = given.filter(({ protocol }) => /^(https?|wss?):$/.test(protocol))
  const web = [...new Set(elsewhere.filter(({ protocol }) => protocol.startsWith('http')).map(({ origin }) => origin))]
  // A chain's node listens for WebSockets beside its HTTP.
  const sockets = [...new Set(elsewhere.map(({ protocol, host }) => `${/s:$/.test(protocol) ? 'wss' : 'ws'}://${host}`))]
  const secureSite = env['VITE_PORTICO_SECURE_SITE']
  const frames = secureSite !== undefined && URL.canParse(secureSite) ? [new URL(secureSite).origin] : []
  const said = (...sources: readonly string[]) => sources.join(' ')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    said("img-src 'self' data: https: http://127.0.0.1:*", ...web),
    said("connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:* http://secure.localhost:*", ...web, ...sockets),
    said('frame-src http://secure.localhost:* http://localhost:*', ...frames),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
