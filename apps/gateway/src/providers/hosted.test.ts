import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { alchemy } from './alchemy/alchemy.js'
import { blockscout } from './blockscout/blockscout.js'
import { das } from './das/das.js'
import { moralis } from './moralis/moralis.js'
import { chainOf, ethereum, parametersOf, signal, standIn } from './test/standIn.js'
import type { ProviderFactory, ProviderOptions } from './types.js'
import { balance, historyPage, nftPage } from './wire.js'

const address = '0x00000000000000000000000000000000000000aa'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const cats = '0x00000000000000000000000000000000000000Cc'
const owned = { address, fresh: false, signal }
const page = (cursor?: string) => ({ address, cursor, limit: 50, signal })
const solana = chainOf({
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  rpc: ['http://das.example'],
  native: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})

describe('Moralis', () => {
  const asked: URL[] = []
  const app = new Hono()
    .use(async (context, next) => {
      asked.push(new URL(context.req.url))
      return context.req.header('x-api-key') === 'secret' ? next() : context.json({ message: 'Token is invalid format' }, 401)
    })
    .get('/api/v2.2/wallets/:address/tokens', (context) => {
      const row = { token_address: usdc, name: 'USD Coin', symbol: 'USDC', logo: null, decimals: 6, balance: '1500000', usd_price: 1.0001 }
      if (context.req.query('cursor') !== 'more') return context.json({ cursor: 'more', result: [{ ...row, possible_spam: false }] })
      const coin = {
        token_address: '0xeee',
        name: 'Ether',
        symbol: 'ETH',
        decimals: '18',
        balance: '10',
        usd_price: null,
        native_token: true,
      }
      const spam = { ...row, token_address: cats, usd_price: '1000000', possible_spam: true }
      return context.json({ cursor: '', result: [coin, spam] })
    })
    .get('/api/v2.2/:address/nft', (context) =>
      context.json({
        cursor: context.req.query('cursor') ? null : 'two',
        result: [
          {
            token_address: cats,
            token_id: '7',
            amount: '3',
            contract_type: 'ERC1155',
            name: 'Cats',
            symbol: 'CAT',
            possible_spam: true,
            normalized_metadata: { name: 'Tom', image: 'ipfs://tom' },
          },
        ],
      }),
    )
  const friend = '0x00000000000000000000000000000000000000bB'
  const row = (more: object) => ({
    hash: `0x${'1'.repeat(64)}`,
    nonce: '4',
    transaction_index: '7',
    from_address: address,
    to_address: usdc,
    value: '0',
    input: '0xa9059cbb0000',
    receipt_status: '1',
    transaction_fee: '0.00042',
    block_timestamp: '2026-05-07T11:08:35.000Z',
    block_number: '20000000',
    native_transfers: [],
    erc20_transfers: [],
    nft_transfers: [],
    ...more,
  })
  app.get('/api/v2.2/wallets/:address/history', (context) => {
    const cursor = context.req.query('cursor')
    if (cursor === 'loop') return context.json({ cursor: 'loop', result: [] })
    if (cursor === 'half') return context.json({ cursor: null, result: [{ hash: '0x1' }] })
    const token = { address: usdc, token_name: 'USD Coin', token_symbol: 'USDC', token_decimals: '6', value: '25000000' }
    return context.json({
      cursor: cursor === undefined ? 'more' : null,
      result: [
        row({ erc20_transfers: [{ ...token, from_address: address, to_address: friend, possible_spam: 'false' }] }),
        row({
          hash: `0x${'2'.repeat(64)}`,
          from_address: friend,
          to_address: address,
          value: '1000000000000000000',
          input: '0x',
          native_transfers: [{ from_address: friend, to_address: address, value: '1000000000000000000', internal_transaction: false }],
        }),
        row({
          hash: `0x${'3'.repeat(64)}`,
          from_address: friend,
          to_address: cats,
          nft_transfers: [
            {
              token_address: cats,
              token_id: '9',
              token_name: 'Cats',
              from_address: friend,
              to_address: address,
              amount: '2',
              contract_type: 'ERC1155',
              possible_spam: true,
            },
          ],
        }),
        row({ hash: `0x${'4'.repeat(64)}`, receipt_status: '0' }),
      ],
    })
  })
  const make = (key = 'secret') => moralis(parametersOf(standIn(app), { kind: 'moralis', key }))

  test('all pages of tokens, the coin first, spam flagged and not left out', async () => {
    const found = (await make().balances?.(owned))?.map((each) => balance.parse(each))
    expect(found).toMatchObject([
      { symbol: 'ETH', price: 0, quantity: { numeric: '0.00000000000000001', decimals: '18' } },
      { symbol: 'USDC', price: 1.0001, value: 1.50015, address: `eip155:1:${usdc.toLowerCase()}`, quantity: { numeric: '1.5' } },
      { symbol: 'USDC', price: 0, flags: { is_spam: true } },
    ])
    expect(found?.[0]?.address).toBeUndefined()
    expect(asked[0]?.searchParams.get('chain')).toBe('0x1')
    expect(asked.some((url) => url.search.includes('exclude_spam'))).toBe(false)
  })

  test('pages of NFTs', async () => {
    const first = nftPage.parse(await make().nfts?.(page()))
    expect(first).toMatchObject({
      data: [
        {
          standard: 'erc1155',
          tokenId: '7',
          quantity: '3',
          name: 'Tom',
          content: { preview: { url: 'ipfs://tom' } },
          flags: { is_spam: true },
        },
      ],
      next: 'two',
    })
    expect((await make().nfts?.(page('two')))?.next).toBeNull()
  })

  test('pages of history: what was sent, received, failed and is spam', async () => {
    const first = historyPage.parse(await make().history?.(page()))
    expect(first.next).toBe('more')
    expect(first.data.map(({ metadata: { operationType, status } }) => [operationType, status])).toEqual([
      ['send', 'confirmed'],
      ['receive', 'confirmed'],
      ['receive', 'confirmed'],
      ['execute', 'failed'],
    ])
    const [sent, received, given] = first.data
    expect(sent).toMatchObject({
      metadata: {
        minedAt: '2026-05-07T11:08:35.000Z',
        sentFrom: address,
        sentTo: friend.toLowerCase(),
        nonce: 4,
        fee: { numeric: '0.00042', symbol: 'ETH' },
      },
      transfers: [{ fungible_info: { symbol: 'USDC' }, direction: 'out', quantity: { numeric: '25' } }],
    })
    expect(received?.transfers).toMatchObject([{ fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric: '1' } }])
    expect(given?.transfers).toMatchObject([{ nft_info: { flags: { is_spam: true }, token_id: '9' }, quantity: { numeric: '2' } }])
    expect((await make().history?.(page('more')))?.next).toBeNull()
  })

  test('a history whose cursor loops ends, and half a page is none', async () => {
    expect(await make().history?.(page('loop'))).toEqual({ data: [], next: null })
    await expect(make().history?.(page('half'))).rejects.toMatchObject({ reason: 'malformed' })
  })

  test('a key that is not taken', async () => {
    await expect(make('other').balances?.(owned)).rejects.toMatchObject({ reason: 'refused' })
  })
})

describe('Alchemy', () => {
  const app = new Hono()
    .post('/data/v1/secret/assets/tokens/by-address', async (context) => {
      const { addresses, pageKey } = await context.req.json<{ addresses: unknown; pageKey?: string }>()
      if (JSON.stringify(addresses) !== JSON.stringify([{ address, networks: ['eth-mainnet'] }])) return context.json({}, 400)
      const row = (tokenAddress: string | null, tokenBalance: string, rest: object = {}) => ({
        address,
        network: 'eth-mainnet',
        tokenAddress,
        tokenBalance,
        ...rest,
      })
      if (pageKey === undefined) {
        const metadata = { decimals: 6, logo: 'https://logo.example', name: 'USD Coin', symbol: 'USDC' }
        const priced = { tokenMetadata: metadata, tokenPrices: [{ currency: 'usd', value: '0.5', lastUpdatedAt: '' }] }
        return context.json({ data: { tokens: [row(usdc, '0x16e360', priced), row(cats, '0x0')], pageKey: 'two' } })
      }
      return context.json({ data: { tokens: [row(null, '0xde0b6b3a7640000', { tokenMetadata: null, tokenPrices: [] })], pageKey: null } })
    })
    .get('/nft/v3/secret/getNFTsForOwner', (context) =>
      context.json({
        ownedNfts: [
          {
            contract: { address: cats, name: 'Cats', symbol: 'CAT', isSpam: null },
            tokenId: '7',
            tokenType: 'ERC721',
            name: null,
            image: { thumbnailUrl: 'https://thumbs.example/7' },
            balance: '1',
          },
        ],
        pageKey: context.req.query('pageKey') ? undefined : 'two',
        totalCount: 2,
      }),
    )
  const make = () => alchemy(parametersOf(standIn(app), { kind: 'alchemy', key: 'secret' }))

  test('all pages of tokens, without those of nothing, the coin first', async () => {
    const found = (await make().balances?.(owned))?.map((each) => balance.parse(each))
    expect(found).toMatchObject([
      { symbol: 'ETH', price: 0, quantity: { numeric: '1', decimals: '18' } },
      { symbol: 'USDC', price: 0.5, value: 0.75, quantity: { numeric: '1.5', decimals: '6' }, iconUrl: 'https://logo.example' },
    ])
    expect(found).toHaveLength(2)
  })

  test("pages of NFTs; one without a name has its collection's", async () => {
    expect(nftPage.parse(await make().nfts?.(page()))).toMatchObject({ data: [{ name: 'Cats #7', standard: 'erc721' }], next: 'two' })
    expect((await make().nfts?.(page('two')))?.next).toBeNull()
  })
})

describe('the Digital Asset Standard', () => {
  const app = new Hono().post('/', async (context) => {
    const { method, params } = await context.req.json<{ method: string; params: { page: number; limit: number } }>()
    const asset = (id: string, rest: object = {}) => ({
      interface: 'V1_NFT',
      id,
      content: {
        json_uri: 'https://x.example',
        metadata: { name: `Asset ${id}`, symbol: 'AST' },
        links: { image: `https://x.example/${id}.png` },
      },
      compression: { compressed: id === 'c' },
      grouping: [{ group_key: 'collection', group_value: 'Group' }],
      ownership: { owner: address },
      burnt: false,
      ...rest,
    })
    if (method !== 'getAssetsByOwner') return context.json({ jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found' } })
    const items = params.page === 1 ? [asset('a'), asset('c'), asset('f', { interface: 'FungibleToken' }), asset('x', { burnt: true })] : []
    return context.json({ jsonrpc: '2.0', id: 1, result: { total: 4, limit: 4, page: params.page, items } })
  })

  test('NFTs, compressed ones too, without tokens and what is burnt', async () => {
    const provider = das(parametersOf(standIn(app), { kind: 'das', url: 'http://das.example/' }, solana))
    const first = nftPage.parse(await provider.nfts?.(page()))
    expect(first).toMatchObject({ data: [{ standard: 'spl', name: 'Asset a' }, { standard: 'compressed' }], next: '2' })
    expect(await provider.nfts?.(page('2'))).toEqual({ data: [], next: null })
  })

  test('of Helius the coin and the fungible tokens, with prices in dollars; no other indexer is asked for them', async () => {
    const token = (id: string, info: object) => ({
      interface: 'FungibleToken',
      id,
      content: { metadata: { name: 'USD Coin', symbol: 'USDC' }, links: { image: 'https://pictures.example/usdc.png' } },
      token_info: { symbol: 'USDC', decimals: 6, ...info },
    })
    const asked: unknown[] = []
    let amount: number | undefined = 1_500_000
    const app = new Hono().post('*', async (context) => {
      const { id, params } = await context.req.json<{ id: unknown; params: { page: number; displayOptions?: unknown } }>()
      asked.push(params)
      const items = [
        token('mint', { balance: amount, price_info: { price_per_token: 0.9998, currency: 'USDC' } }),
        token('other', { balance: 5, price_info: { price_per_token: 3, currency: 'EURC' } }),
        token('none', { balance: 0 }),
        { interface: 'V1_NFT', id: 'picture', token_info: { balance: 1, decimals: 0 } },
      ]
      const result = { total: 4, limit: 1000, page: 1, nativeBalance: { lamports: 2_500_000_000, price_per_sol: 150 }, items }
      return context.json({ jsonrpc: '2.0', id, result })
    })
    const make = (kind: string) => das(parametersOf(standIn(app), { kind, url: 'http://das.example/' }, solana))
    expect(make('das').balances).toBeUndefined()
    expect((await make('helius').balances?.(owned))?.map((each) => balance.parse(each))).toEqual([
      {
        name: 'Solana',
        symbol: 'SOL',
        chainId: solana.id,
        price: 150,
        value: 375,
        quantity: { decimals: '9', numeric: '2.5' },
        iconUrl: '',
      },
      expect.objectContaining({ symbol: 'USDC', address: `${solana.id}:mint`, price: 0.9998, quantity: { decimals: '6', numeric: '1.5' } }),
      expect.objectContaining({ address: `${solana.id}:other`, price: 0 }),
    ])
    expect(asked).toEqual([
      expect.objectContaining({ ownerAddress: address, displayOptions: { showFungible: true, showNativeBalance: true } }),
    ])
    // Beyond what a JSON number says exactly: somebody else is asked.
    amount = 2 ** 60
    await expect(make('helius').balances?.(owned)).rejects.toMatchObject({ reason: 'malformed' })
  })

  test('a node without it refuses, and the next provider is asked', async () => {
    const plain = new Hono().post('*', (context) =>
      context.json({ jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found' } }),
    )
    await expect(das(parametersOf(standIn(plain), { kind: 'das' }, solana)).nfts?.(page())).rejects.toMatchObject({ reason: 'refused' })
  })
})

describe('Blockscout', () => {
  const token = {
    address_hash: usdc,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: '6',
    exchange_rate: '1.0',
    icon_url: null,
    reputation: 'ok',
  }
  const app = new Hono()
    .get('/api/v2/addresses/:address', (context) => context.json({ coin_balance: '2000000000000000000', exchange_rate: '3000.5' }))
    .get('/api/v2/addresses/:address/tokens', (context) => {
      if (context.req.query('type') !== 'ERC-20') return context.json({}, 422)
      const isSecond = context.req.query('id') === '9' && context.req.query('value') === '5'
      const spam = { ...token, address_hash: cats, reputation: 'scam', decimals: null, exchange_rate: '1000000' }
      return context.json(
        isSecond
          ? { items: [{ token: spam, value: '1', token_id: null }], next_page_params: null }
          : { items: [{ token, value: '1500000', token_id: null }], next_page_params: { id: 9, value: '5', fiat_value: null } },
      )
    })
    .get('/api/v2/addresses/:address/nft', (context) =>
      context.json({
        items: [
          {
            id: '7',
            token: { ...token, name: 'Cats' },
            token_type: 'ERC-721',
            value: '1',
            image_url: 'https://x.example/7',
            metadata: { name: 'Tom', more: [] },
          },
        ],
        next_page_params: context.req.query('page') ? null : { page: 2 },
      }),
    )
  const make = () => blockscout(parametersOf(standIn(app), { kind: 'blockscout', url: 'http://scout.example' }))

  test('the coin and all pages of tokens, each with what it says of spam', async () => {
    expect((await make().balances?.(owned))?.map((each) => balance.parse(each))).toMatchObject([
      { symbol: 'ETH', price: 3000.5, value: 6001, quantity: { numeric: '2' } },
      { symbol: 'USDC', price: 1, value: 1.5 },
      { symbol: 'USDC', price: 0, flags: { is_spam: true } },
    ])
  })

  test('an account to which nothing has happened yet is not found there, and has nothing; a wrong address of the source is a failure', async () => {
    const of = (app: Hono) => blockscout(parametersOf(standIn(app), { kind: 'blockscout', url: 'http://scout.example' }))
    const older = of(new Hono().all('*', (context) => context.json({ message: 'Not found' }, 404)))
    expect(await older.balances?.(owned)).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '0' } }])
    expect(await older.history?.(page())).toEqual({ data: [], next: null })
    expect(await older.nfts?.(page())).toEqual({ data: [], next: null })
    const elsewhere = of(new Hono().all('*', (context) => context.html('<h1>404 Not found</h1>', 404)))
    await expect(elsewhere.balances?.(owned)).rejects.toMatchObject({ reason: 'refused' })
  })

  test('pages of NFTs by what the page before said', async () => {
    const first = nftPage.parse(await make().nfts?.(page()))
    expect(first.data).toMatchObject([{ name: 'Tom', standard: 'erc721' }])
    expect((await make().nfts?.(page(first.next ?? '')))?.next).toBeNull()
  })
})

describe('every one of them', () => {
  const makers: [string, ProviderFactory, ProviderOptions, ReturnType<typeof chainOf>][] = [
    ['Moralis', moralis, { kind: 'moralis', key: 'secret' }, chainOf()],
    ['Alchemy', alchemy, { kind: 'alchemy', key: 'secret' }, chainOf()],
    ['Blockscout', blockscout, { kind: 'blockscout', url: 'http://scout.example' }, chainOf()],
    ['DAS', das, { kind: 'das', url: 'http://das.example' }, solana],
  ]
  test.each(makers)('%s: patience, half a page and silence are told apart', async (_, make, options, chain) => {
    const asking = (app: Hono) => make(parametersOf(standIn(app), options, chain)).nfts?.(page())
    const busy = new Hono().all('*', (context) => context.json({}, 429, { 'retry-after': '9' }))
    await expect(asking(busy)).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 9 })
    await expect(asking(new Hono().all('*', (context) => context.body('{"items":[{"id"')))).rejects.toMatchObject({ reason: 'malformed' })
    await expect(asking(new Hono().all('*', (context) => context.text('', 500)))).rejects.toMatchObject({ reason: 'unavailable' })
  })

  const most = String(2n ** 256n - 1n)
  const coin = { name: 'Odd', symbol: 'ODD' }
  test.each<[string, ProviderFactory, ProviderOptions, (decimals: unknown) => object]>([
    [
      'Moralis',
      moralis,
      { kind: 'moralis', key: 'secret' },
      (decimals) => ({ result: [{ ...coin, token_address: cats, balance: '5', decimals }] }),
    ],
    [
      'Alchemy',
      alchemy,
      { kind: 'alchemy', key: 'secret' },
      (decimals) => ({ data: { tokens: [{ tokenAddress: cats, tokenBalance: '0x5', tokenMetadata: { ...coin, decimals } }] } }),
    ],
    [
      'Blockscout',
      blockscout,
      { kind: 'blockscout', url: 'http://scout.example' },
      (decimals) => ({ coin_balance: '0', items: [{ token: { ...coin, address_hash: cats, decimals }, value: '5' }] }),
    ],
  ])(
    '%s: a token whose contract tells of impossible decimals, or of none, keeps no account from being told',
    async (_, make, options, said) => {
      for (const [decimals, told] of [
        [most, '0'],
        [-1, '0'],
        [null, '0'],
        [256, '0'],
        [255, '255'],
        [6, '6'],
      ] as const) {
        const app = new Hono().all('*', (context) => context.json(said(decimals)))
        const found = await make(parametersOf(standIn(app), options)).balances?.(owned)
        expect(balance.parse(found?.at(-1))).toMatchObject({ symbol: 'ODD', quantity: { decimals: told } })
      }
    },
  )

  test('says what is missing of their options', () => {
    const other = chainOf({ ...ethereum, id: 'eip155:31337' })
    expect(() => moralis(parametersOf(fetch, { kind: 'moralis' }))).toThrow('needs a key')
    expect(() => alchemy(parametersOf(fetch, { kind: 'alchemy', key: 'k' }, other))).toThrow('eip155:31337')
    expect(() => blockscout(parametersOf(fetch, { kind: 'blockscout' }))).toThrow('needs a url')
    expect(() => das(parametersOf(fetch, { kind: 'das' }))).toThrow('knows nothing of eip155:1')
  })
})
