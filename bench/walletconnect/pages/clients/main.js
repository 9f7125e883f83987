// A page with one client: ?client=portico or official.
const asked = new URLSearchParams(location.search)
const { openClient } = await (asked.get('client') === 'official'
  ? import('../../clients/official.mjs')
  : import('../../clients/portico.mjs'))
const { measure } = await import('../../clients/measure.mjs')
const client = await openClient({ relayUrl: asked.get('relay'), storage: localStorage })
window.bench = { connect: () => client.connect(), settled: () => client.settled(), measure: (count) => measure(client, count) }
