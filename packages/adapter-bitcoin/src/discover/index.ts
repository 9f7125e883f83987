import type { Connector } from '@portico/core'
import { readDirect, readGeneric } from './direct.js'
import type { Found } from './found.js'
import { readListed } from './listed.js'
import { followStandard, type Page } from './standard.js'

/** When to look again for wallets that come late (R4: up to 10 s), in milliseconds from the start. */
const looks = [100, 500, 1_500, 4_000, 10_000]
/** Events after which there may be more. */
const events = ['load', 'focus']

/** A name without what wallets add to it here and leave out there. */
const plain = (name: string) => name.toLowerCase().replace(/\s*wallet$/, '')

const isSame = (one: Found, other: Found) => {
  const objects = [other.provider, ...(other.same ?? [])]
  return [one.provider, ...(one.same ?? [])].some((object) => objects.includes(object)) || plain(one.name) === plain(other.name)
}

/**
 * Lists the page's Bitcoin wallets, however late they come (R4), until the returned function is called. Three sources
 * become one list in which each wallet stands once, from the source that tells most of it: Wallet Standard, then
 * `btc_providers`, then the objects that wallets put on `window`. Within a source, wallets of one name are all listed and
 * all marked: which of them is the real one, nobody here can tell (S34).
 */
export function followPage(page: Page & object, publish: (connectors: readonly Connector[]) => void): () => void {
  const standard: Found[] = []
  const listed: Found[] = []
  const direct: Found[] = []
  let published: string | undefined

  function list(): readonly Connector[] {
    const entries: { readonly id: string; readonly wallet: Found; readonly kind: Connector['kind']; readonly duplicate: boolean }[] = []
    const add = (source: string, kind: Connector['kind'], wallets: readonly Found[]) => {
      const others = entries.map(({ wallet }) => wallet)
      for (const wallet of wallets) {
        if (others.some((other) => isSame(other, wallet))) continue
        entries.push({
          id: `${source}:${wallet.key}`,
          wallet,
          kind,
          duplicate: wallets.some((other) => other !== wallet && plain(other.name) === plain(wallet.name)),
        })
      }
    }
    add('standard', 'announced', standard)
    add('btc', 'announced', listed)
    add('direct', 'injected', direct)
    const generic = entries.length === 0 ? readGeneric(page) : undefined
    if (generic) add('direct', 'injected', [generic])
    return entries.map(({ id, wallet: { name, icon, provider, generic: isGeneric }, kind, duplicate }) => ({
      id,
      kind,
      name,
      ...(icon && { icon }),
      ...(duplicate && { duplicate }),
      ...(isGeneric && { generic: true }),
      namespaces: ['bip122'],
      installed: true,
      getProvider: async () => provider,
    }))
  }

  function tell() {
    const connectors = list()
    const key = connectors.map(({ id, duplicate }) => `${id}${duplicate ? '!' : ''}`).join('\n')
    if (key === published) return
    published = key
    publish(connectors)
  }
  function look() {
    readListed(page, listed)
    readDirect(page, direct)
    tell()
  }

  const timers = looks.map((milliseconds) => setTimeout(look, milliseconds))
  for (const event of events) page.addEventListener(event, look)
  let over = false
  const unfollow = followStandard(
    page,
    (change) => {
      if (over) return
      change()
      tell()
    },
    standard,
  )
  look()
  return () => {
    over = true
    unfollow()
    for (const timer of timers) clearTimeout(timer)
    for (const event of events) page.removeEventListener(event, look)
  }
}
