import { SignClient } from '@walletconnect/sign-client'
import { draw } from './draw.js'

const relayUrl = new URLSearchParams(location.search).get('relay')
const metadata = { name: 'Bench', description: 'Bench', url: location.origin, icons: [] }
const optionalNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:8453'],
    methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
const said = []
const say = (what) => said.push([what, performance.now()])
let current
window.__code = { said, uri: () => current }

let client
/** Starts the client, where that has not been done, proposes a session and shows its code. */
export async function connect(plate) {
  say('loaded')
  current = undefined
  client ??= SignClient.init({ projectId: 'bench', relayUrl, metadata, logger: 'silent', telemetryEnabled: false })
  const { uri, approval } = await client.then((ready) => {
    say('started')
    return ready.connect({ optionalNamespaces })
  })
  approval().catch(() => undefined)
  say('uri')
  current = uri
  plate.replaceChildren(draw(uri))
}
