// Ports that the sandbox and the demo listen on.
import { createServer } from 'node:net'

/** @typedef {{ port: number, part: string }} Port */

/**
 * The ports of `pnpm demo`: the sandbox's, moved by PORTICO_SANDBOX_PORT_OFFSET, and the demo's, which PORT replaces.
 * @param {NodeJS.ProcessEnv} env @throws RangeError naming the variable that is no port
 */
export function demoPorts(env) {
  const offset = whole('PORTICO_SANDBOX_PORT_OFFSET', env.PORTICO_SANDBOX_PORT_OFFSET || '0', 50_000)
  const demo = whole('PORT', env.PORT || '5173', 65_535)
  const chains = ['Ethereum', 'OP Mainnet', 'Base'].map((name, index) => ({
    port: 8545 + index + offset,
    part: `the sandbox's ${name} chain`,
  }))
  // Solana's WebSocket is on the port after its JSON-RPC.
  const solana = [8899, 8900].map((port) => ({ port: port + offset, part: "the sandbox's Solana chain" }))
  const solanaDevnet = [8901, 8902].map((port) => ({ port: port + offset, part: "the sandbox's Solana devnet" }))
  const bitcoin = { port: 3002 + offset, part: "the sandbox's Bitcoin ledger" }
  const relay = { port: 5555 + offset, part: "the sandbox's WalletConnect relay" }
  const gateway = { port: 9100 + offset, part: "the sandbox's gateway" }
  const secureSite = { port: 9301 + offset, part: "the sandbox's secure site" }
  const vault = { port: 9302 + offset, part: "the sandbox's recovery vault" }
  const identity = { port: 9403 + offset, part: "the sandbox's identity provider" }
  const farcaster = { port: 9504 + offset, part: "the sandbox's Farcaster relay" }
  const members = { port: 9605 + offset, part: "the sandbox's members' server" }
  const harbor = { port: 9706 + offset, part: "the sandbox's Harbor Pay" }
  const inbox = { port: 8025 + offset, part: "the sandbox's inbox" }
  const smtp = { port: 1025 + offset, part: "the sandbox's mail server" }
  const control = { port: 9000 + offset, part: "the sandbox's control API and status page" }
  return {
    chains: chains.map(({ port }) => port),
    solana: 8899 + offset,
    solanaDevnet: 8901 + offset,
    bitcoin: bitcoin.port,
    relay: relay.port,
    gateway: gateway.port,
    secureSite: secureSite.port,
    inbox: inbox.port,
    identity: identity.port,
    farcaster: farcaster.port,
    members: members.port,
    harbor: harbor.port,
    control: control.port,
    demo,
    all: [
      ...[
        ...chains,
        ...solana,
        ...solanaDevnet,
        bitcoin,
        relay,
        gateway,
        secureSite,
        vault,
        identity,
        farcaster,
        members,
        harbor,
        inbox,
        smtp,
        control,
      ],
      { port: demo, part: 'the demo' },
    ],
  }
}

/** What tells the demo where the sandbox is. @returns {Record<string, string>} */
export function demoEnvironment(
  /** @type {Omit<ReturnType<typeof demoPorts>, 'all'>} */
  { chains, solana, solanaDevnet, bitcoin, relay, gateway, secureSite, members, harbor, inbox, control, demo },
) {
  const url = (/** @type {number | undefined} */ port) => `http://127.0.0.1:${port}`
  const named = (/** @type {string} */ host) => url(demo).replace('127.0.0.1', host)
  return {
    PORT: String(demo),
    VITE_PORTICO_RPC_1: url(chains[0]),
    VITE_PORTICO_RPC_10: url(chains[1]),
    VITE_PORTICO_RPC_8453: url(chains[2]),
    VITE_PORTICO_SOLANA: url(solana),
    VITE_PORTICO_SOLANA_DEVNET: url(solanaDevnet),
    VITE_PORTICO_BITCOIN: url(bitcoin),
    VITE_PORTICO_RELAY: url(relay).replace('http', 'ws'),
    VITE_PORTICO_API: url(gateway),
    VITE_PORTICO_SECURE_SITE: url(secureSite).replace('127.0.0.1', 'secure.localhost'),
    VITE_PORTICO_MEMBERS: url(members),
    VITE_PORTICO_HARBOR: url(harbor),
    VITE_PORTICO_INBOX: url(inbox),
    VITE_PORTICO_CONTROL: url(control),
    // The third is of the secure site's own domain; the last is where tests serve the demo with other headers.
    PORTICO_SANDBOX_HOSTS: [url(demo), named('localhost'), named('app.secure.localhost'), url(demo + 1)].join(),
  }
}

function whole(/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ most) {
  if (!/^\d+$/.test(text) || Number(text) > most) throw new RangeError(`${name} is "${text}", not a number from 0 to ${most}`)
  return Number(text)
}

/** The ones of some ports that cannot be listened on. @returns {Promise<Port[]>} */
export async function portsInUse(/** @type {readonly Port[]} */ ports) {
  const taken = await Promise.all(ports.map(async (entry) => ((await isFree(entry.port)) ? [] : [entry])))
  return taken.flat()
}

/** @returns {Promise<boolean>} */
function isFree(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
