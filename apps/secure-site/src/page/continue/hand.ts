import type { Invitation } from '../keys/index.js'
import type { Line } from './line.js'

export interface GiveOptions {
  /** Asks the server for a login of the other page's device key. */
  readonly grant: (device: string) => Promise<string>
  /** Makes a way into the wallet for the other page. */
  readonly invite: (invitation: Invitation) => Promise<void>
}

/** Gives the other page a login, and a way into the wallet where it has none. Called once the visitor has agreed. */
export async function give(line: Line, device: string, { grant, invite }: GiveOptions): Promise<void> {
  line.say({ kind: 'grant', grant: await grant(device) })
  const next = await line.hear('way', 'done')
  if (next.kind === 'done') return
  const { id, publicKey, lasting } = next
  await invite({ id, publicKey, lasting })
  line.say({ kind: 'given' })
  await line.hear('done')
}

export interface TakeOptions {
  /** Thumbprint of this page's device key. */
  readonly device: string
  readonly accept: (grant: string) => Promise<void>
  /** Whom a way is wanted for; undefined where this page has one. */
  readonly invitation: () => Promise<Invitation | undefined>
}

/** Takes what the other page gives. @returns whether this page opens the wallet now: it is logged in either way */
export async function take(line: Line, { device, accept, invitation }: TakeOptions): Promise<boolean> {
  line.say({ kind: 'ask', device })
  const { grant } = await line.hear('grant')
  await accept(grant)
  const wanted = await invitation()
  if (wanted) {
    line.say({ kind: 'way', ...wanted })
    await line.hear('given')
  }
  const opens = !wanted || (await invitation()) === undefined
  line.say({ kind: 'done' })
  return opens
}
