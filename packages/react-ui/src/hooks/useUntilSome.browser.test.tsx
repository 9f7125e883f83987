import { fakeAddress, fakeFetch, testPortico } from '@portico/testing'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PorticoProvider, useActivity, useNfts } from '../index.js'
import { connected } from '../stories/states.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => root.unmount())

const networkId = 'eip155:1'
const nft = (id: string, spam: boolean) => ({
  id,
  chainId: networkId,
  standard: 'erc721',
  address: `${networkId}:0xc0`,
  tokenId: id,
  quantity: '1',
  name: id,
  collection: { name: 'Threshold Studies', symbol: 'TS' },
  content: null,
  flags: { is_spam: spam },
})
const row = (id: string, spam: boolean) => ({
  id,
  metadata: {
    operationType: 'receive',
    hash: `0x${id}`,
    minedAt: '2026-03-14T18:22:00Z',
    sentFrom: '0x91',
    sentTo: fakeAddress,
    status: 'confirmed',
    chain: networkId,
  },
  transfers: [{ nft_info: { name: id, flags: { is_spam: spam } }, direction: 'in', quantity: { numeric: '1' } }],
})

/** What a hook answered, one after the other, of an account whose first `barren` pages are spam. A page that is not there fails. */
function answersOf(
  useHook: () => { readonly data: readonly { readonly id: string }[] | undefined; readonly status: string },
  barren: number,
  fails = false,
) {
  const { fetch } = fakeFetch(({ url }) => {
    if (url.pathname.endsWith('/supported-chains')) return Response.json({ http: [networkId], ws: [] })
    const at = Number(url.searchParams.get('cursor') ?? 0)
    if (fails && at > 0) return new Response('', { status: 400 })
    const make = url.pathname.endsWith('/nfts') ? nft : row
    return Response.json({ data: [make(`${at}`, at < barren)], next: at < barren ? String(at + 1) : null })
  })
  const portico = testPortico({ apiUrl: 'https://api.example', fetch })
  connected({ networkId })(portico)
  const answers: string[] = []
  const Probe = () => {
    const { data, status } = useHook()
    answers.push(`${status} ${data ? data.map(({ id }) => id).join() || 'none' : '-'}`)
    return null
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Probe />
      </PorticoProvider>,
    ),
  )
  return answers
}

for (const [name, useHook] of [
  ['activity', () => useActivity()],
  ['NFTs', () => useNfts()],
] as const) {
  test(`R21: ${name} behind pages of nothing but spam is found, and nobody is told meanwhile that there is none`, async () => {
    const answers = answersOf(useHook, 3)
    await vi.waitFor(() => expect(answers.at(-1)).toBe('ready 3'))
    expect(answers.filter((answer) => answer.includes('none'))).toEqual([])
  })

  test(`R21: ${name} of nothing but spam is none in the end`, async () => {
    const answers = answersOf(useHook, 99)
    await vi.waitFor(() => expect(answers.at(-1)).toBe('ready none'))
    expect(answers.slice(0, -1).filter((answer) => answer.includes('none'))).toEqual([])
  })

  test(`${name} that cannot be read past the spam have failed`, async () => {
    const answers = answersOf(useHook, 99, true)
    await vi.waitFor(() => expect(answers.at(-1)).toBe('failed -'), { timeout: 4000 })
  })
}
