import type { Portico, PorticoStorage } from '@portico/core'
import { storageName } from '@portico/core/kit'
import * as z from 'zod/mini'
import { listOf, shape, text } from '../protocol/form.js'
import { accountType, networkId, truth, whole } from '../protocol/shapes.js'

const record = shape(
  { version: z.custom<1>((value) => value === 1) },
  {
    /** Handle of the login, without authority. */
    sessionToken: text(500),
    /** Somebody has logged in, by whichever way. */
    emailLoginUsed: truth,
    lastUsedChain: networkId,
    /** When a mail was asked for, in milliseconds since 1970. */
    lastEmailLoginTime: whole,
    email: text(320),
    preferredAccountType: accountType,
    smartAccountEnabled: truth,
    smartAccountEnabledNetworks: listOf(whole),
    socialUsername: text(100),
  },
)

/** What is stored of a login. Hints, all of it: who may do what is decided in the frame (S41). */
export type Stored = Omit<z.output<typeof record>, 'version'>

export interface Records {
  /** What is stored now, perhaps by another tab. Anything malformed is nothing (R14). */
  readonly read: () => Stored
  /** Changes some fields; `undefined` takes one away. What cannot be written is kept in memory (R14). */
  readonly write: (change: { readonly [F in keyof Stored]: Stored[F] | undefined }) => void
}

/** The one record of a portico's login. */
export function openRecords(portico: Portico): Records {
  const name = storageName(portico, 'embedded')
  const storage = (): PorticoStorage => portico.options.storage ?? globalThis.localStorage
  let held: Stored | undefined
  const read = () => held ?? parse(attempt(() => storage().getItem(name)))
  return {
    read,
    write(change) {
      const said = JSON.stringify({ version: 1, ...read(), ...change })
      const isKept = attempt(() => {
        storage().setItem(name, said)
        return true
      })
      held = isKept ? undefined : parse(said)
    },
  }
}

function parse(said: unknown): Stored {
  const { version: _, ...stored } = attempt(() => record.safeParse(JSON.parse(String(said))).data) ?? {}
  return stored
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined // storage that is denied, full or broken: the page goes on from memory
  }
}
