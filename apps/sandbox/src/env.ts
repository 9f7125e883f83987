import { z } from 'zod'
import { SandboxOptionsError } from './errors.js'
import type { SandboxOptions } from './sandbox.js'

const port = z.optional(z.coerce.number().int().min(1).max(65_535))

const environment = z.object({
  PORTICO_SANDBOX_HOST: z.optional(z.enum(['127.0.0.1', '::1'])),
  PORTICO_SANDBOX_PORT_OFFSET: z.optional(z.coerce.number().int().min(0).max(50_000)),
  PORTICO_SANDBOX_PORT_ETHEREUM: port,
  PORTICO_SANDBOX_PORT_OPTIMISM: port,
  PORTICO_SANDBOX_PORT_BASE: port,
  PORTICO_SANDBOX_PORT_SOLANA: port,
  PORTICO_SANDBOX_PORT_SOLANA_DEVNET: port,
  PORTICO_SANDBOX_PORT_BITCOIN: port,
  PORTICO_SANDBOX_PORT_RELAY: port,
  PORTICO_SANDBOX_PORT_GATEWAY: port,
  PORTICO_SANDBOX_PORT_SECURE_SITE: port,
  PORTICO_SANDBOX_PORT_VAULT: port,
  PORTICO_SANDBOX_PORT_IDENTITY: port,
  PORTICO_SANDBOX_PORT_FARCASTER: port,
  PORTICO_SANDBOX_PORT_MEMBERS: port,
  PORTICO_SANDBOX_PORT_HARBOR: port,
  PORTICO_SANDBOX_PORT_INBOX: port,
  PORTICO_SANDBOX_PORT_SMTP: port,
  PORTICO_SANDBOX_PORT_CONTROL: port,
  /** Origins, with commas between them. */
  PORTICO_SANDBOX_HOSTS: z.optional(z.string().transform((text) => text.split(',').map((origin) => origin.trim()))),
  PORTICO_SANDBOX_PERSIST: z.optional(z.string().min(1)),
  PORTICO_SANDBOX_QUIET: z.optional(z.stringbool()),
})

/**
 * The options that the environment and the command line (`--persist DIR`, `--quiet`) give. An empty variable counts as
 * absent.
 * @throws SandboxOptionsError naming the variable
 */
export function readOptions(
  env: Readonly<Record<string, string | undefined>>,
  args: { persist?: string; quiet?: boolean } = {},
): SandboxOptions {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new SandboxOptionsError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  const { data } = parsed
  const persist = args.persist ?? data.PORTICO_SANDBOX_PERSIST
  const quiet = args.quiet ?? data.PORTICO_SANDBOX_QUIET
  return {
    ...(data.PORTICO_SANDBOX_HOST && { host: data.PORTICO_SANDBOX_HOST }),
    ...(data.PORTICO_SANDBOX_PORT_OFFSET !== undefined && { portOffset: data.PORTICO_SANDBOX_PORT_OFFSET }),
    ports: {
      ...(data.PORTICO_SANDBOX_PORT_ETHEREUM && { ethereum: data.PORTICO_SANDBOX_PORT_ETHEREUM }),
      ...(data.PORTICO_SANDBOX_PORT_OPTIMISM && { optimism: data.PORTICO_SANDBOX_PORT_OPTIMISM }),
      ...(data.PORTICO_SANDBOX_PORT_BASE && { base: data.PORTICO_SANDBOX_PORT_BASE }),
      ...(data.PORTICO_SANDBOX_PORT_SOLANA && { solana: data.PORTICO_SANDBOX_PORT_SOLANA }),
      ...(data.PORTICO_SANDBOX_PORT_SOLANA_DEVNET && { solanaDevnet: data.PORTICO_SANDBOX_PORT_SOLANA_DEVNET }),
      ...(data.PORTICO_SANDBOX_PORT_BITCOIN && { bitcoin: data.PORTICO_SANDBOX_PORT_BITCOIN }),
      ...(data.PORTICO_SANDBOX_PORT_RELAY && { relay: data.PORTICO_SANDBOX_PORT_RELAY }),
      ...(data.PORTICO_SANDBOX_PORT_GATEWAY && { gateway: data.PORTICO_SANDBOX_PORT_GATEWAY }),
      ...(data.PORTICO_SANDBOX_PORT_SECURE_SITE && { secureSite: data.PORTICO_SANDBOX_PORT_SECURE_SITE }),
      ...(data.PORTICO_SANDBOX_PORT_VAULT && { vault: data.PORTICO_SANDBOX_PORT_VAULT }),
      ...(data.PORTICO_SANDBOX_PORT_IDENTITY && { identity: data.PORTICO_SANDBOX_PORT_IDENTITY }),
      ...(data.PORTICO_SANDBOX_PORT_FARCASTER && { farcaster: data.PORTICO_SANDBOX_PORT_FARCASTER }),
      ...(data.PORTICO_SANDBOX_PORT_MEMBERS && { members: data.PORTICO_SANDBOX_PORT_MEMBERS }),
      ...(data.PORTICO_SANDBOX_PORT_HARBOR && { harbor: data.PORTICO_SANDBOX_PORT_HARBOR }),
      ...(data.PORTICO_SANDBOX_PORT_INBOX && { inbox: data.PORTICO_SANDBOX_PORT_INBOX }),
      ...(data.PORTICO_SANDBOX_PORT_SMTP && { smtp: data.PORTICO_SANDBOX_PORT_SMTP }),
      ...(data.PORTICO_SANDBOX_PORT_CONTROL && { control: data.PORTICO_SANDBOX_PORT_CONTROL }),
    },
    ...(data.PORTICO_SANDBOX_HOSTS && { hosts: data.PORTICO_SANDBOX_HOSTS }),
    ...(persist && { persist }),
    ...(quiet !== undefined && { quiet }),
  }
}
