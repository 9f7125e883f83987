import type { Portico } from '../portico/createPortico.js'

/** Origin of the page, else that of the site's own address where there is no page; undefined where neither is one. */
export function siteOrigin({ options }: Portico): string | undefined {
  const page: unknown = 'location' in globalThis ? globalThis.location?.origin : undefined
  const wanted = typeof page === 'string' && page !== 'null' ? page : options.metadata?.url
  return wanted !== undefined && URL.canParse(wanted) ? new URL(wanted).origin : undefined
}
