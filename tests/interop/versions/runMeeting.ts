import { within } from '../until.js'
import type { Ends } from './relays.js'
import type { Phone, Site } from './sides.js'
import { type Meeting, NotThere, steps } from './steps.js'

export type Outcome = 'ok' | 'not there' | { readonly failed: string }

/** No step takes longer, in milliseconds. Official clients need 20 s where a connection breaks over what they send. */
const limit = 60_000

/** Has a site and a wallet do all steps, one after the other. What fails is told; the rest goes on. Never rejects. */
export async function runMeeting(
  startSite: (relayUrl: string) => Promise<Site>,
  startPhone: (relayUrl: string) => Promise<Phone>,
  ends: Ends,
  updates: number,
): Promise<readonly Outcome[]> {
  const [ofSite, ofPhone] = ends.urls
  const [site, phone] = await Promise.all([startSite(ofSite), startPhone(ofPhone)])
  const meeting: Meeting = { site, phone, cut: ends.cut, restartRelays: ends.restart, updates, session: undefined, approval: undefined }
  const outcomes: Outcome[] = []
  for (const { name, run } of steps) {
    const time = limit + updates * 1000
    outcomes.push(
      await within(time, name, run(meeting)).then(
        () => 'ok' as const,
        (error: unknown) =>
          error instanceof NotThere ? 'not there' : { failed: error instanceof Error ? error.message : JSON.stringify(error) },
      ),
    )
  }
  await Promise.allSettled([site.close(), phone.close()])
  return outcomes
}
