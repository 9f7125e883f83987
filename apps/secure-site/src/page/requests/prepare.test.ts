import { hashTypedData, keccak256 } from 'viem/utils'
import type { Hex } from 'viem'
import { parseTransaction } from 'viem'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import type { PreparedRequest } from '../types.js'
import { permit, typed } from './evm/fixtures.test.helper.js'
import { ethereum, keys, nodeDouble, own, ownSolana, solana, testContext } from './kit.test.helper.js'
import { prepareRequest, signingMethods } from './prepare.js'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('methods', () => {
  test('the ten that are read', () => {
    expect(signingMethods).toEqual([
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_sendCalls',
      'wallet_grantPermissions',
      'eth_sendUserOperation',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ])
  })

  test.each(['wallet_revokePermissions', 'eth_sendUserOperation'])('%s is not asked of the visitor of a plain account', async (method) => {
    await expect(prepareRequest({ id: 'r', method, params: [] }, testContext())).rejects.toMatchObject({
      name: 'MethodNotSupportedError',
      code: 4200,
      message: `${method} is not supported yet by this wallet.`,
    })
  })

  test.each(['eth_sign', 'eth_signTypedData', 'PERSONAL_SIGN', 'personal_sign ', 'constructor', '__proto__', '', 'eth_call'])(
    '%j is not allowed',
    async (method) => {
      await expect(prepareRequest({ id: 'r', method, params: [] }, testContext())).rejects.toMatchObject({
        name: 'CallNotAllowedError',
        message: 'Requested RPC call is not allowed',
        shown: 'Action not allowed',
      })
    },
  )

  test('what is no data is refused', async () => {
    await expect(prepareRequest({ id: 'r', method: 'personal_sign', params: [() => undefined, own] }, testContext())).rejects.toMatchObject(
      { name: 'InvalidParamsError', code: -32602, message: 'Invalid parameters: they are not data.', cause: { name: 'DataCloneError' } },
    )
  })

  test('a wallet without accounts signs nothing', async () => {
    const addresses = { eip155: '', solana: ownSolana }
    await expect(
      prepareRequest({ id: 'r', method: 'personal_sign', params: ['x', own] }, testContext({ addresses })),
    ).rejects.toMatchObject({ code: 4100 })
    await expect(
      prepareRequest({ id: 'r', method: 'personal_sign', params: ['x', own] }, testContext({ addresses: { eip155: own, solana: '2' } })),
    ).rejects.toMatchObject({ code: 4100 })
  })

  test('an address counts whatever the case of its letters', async () => {
    const shouted = `0x${own.slice(2).toUpperCase()}`
    const context = testContext({ addresses: { eip155: shouted, solana: ownSolana } })
    expect(await prepareRequest({ id: 'r', method: 'personal_sign', params: ['Hello', own] }, context)).toMatchObject({
      method: 'personal_sign',
    })
  })

  test('what goes wrong where a request is read is a refusal, with its cause', async () => {
    // No page has such an origin.
    const context = testContext({ origin: 'nowhere' })
    const text = `app.example wants you to sign in with your Ethereum account:\n${own}\n\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z`
    await expect(prepareRequest({ id: 'r', method: 'personal_sign', params: [text, own] }, context)).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
      message: 'Invalid parameters: personal_sign cannot be read.',
      cause: { name: 'TypeError' },
    })
  })

  test('the site cannot change what it sent', async () => {
    const params = ['Hello', own]
    const asked = prepareRequest({ id: 'r', method: 'personal_sign', params }, testContext())
    params[0] = 'Evil'
    expect((await asked).effects[0]?.message).toBe('Hello')
  })
})

describe('S14: chains', () => {
  const of = (chainId: string | number | undefined) =>
    prepareRequest({ id: 'r', method: 'personal_sign', params: ['Hello', own], ...(chainId !== undefined && { chainId }) }, testContext())

  test.each(['eip155:1', 1, '0x1', '1', undefined])('%j is the active one', async (chainId) => {
    expect(await of(chainId)).toMatchObject({ networkId: 'eip155:1' })
  })

  test.each(['eip155:10', 10, '0xa', solana.id, 'eip155:01', 'eip155:'])('%j is another one: 4901', async (chainId) => {
    await expect(of(chainId)).rejects.toMatchObject({ name: 'ChainMismatchError', code: 4901 })
  })

  test.each(['mainnet', -1, 1.5, ''])('%j is none: -32602', async (chainId) => {
    await expect(of(chainId)).rejects.toMatchObject({ code: -32602 })
  })

  test('a Solana cluster by its whole id or its reference', async () => {
    const params = { message: '2', pubkey: ownSolana }
    for (const chainId of [solana.id, solana.id.slice(7)]) {
      expect(await prepareRequest({ id: 'r', method: 'solana_signMessage', params, chainId }, testContext())).toMatchObject({
        networkId: solana.id,
      })
    }
    await expect(
      prepareRequest({ id: 'r', method: 'solana_signMessage', params, chainId: 'eip155:1' }, testContext()),
    ).rejects.toMatchObject({ code: 4901 })
  })

  test('S6: a network that the operator does not serve: 4901', async () => {
    const context = testContext({ active: { eip155: 'eip155:5', solana: solana.id } })
    await expect(prepareRequest({ id: 'r', method: 'personal_sign', params: ['x', own] }, context)).rejects.toMatchObject({
      name: 'NetworkNotServedError',
      code: 4901,
    })
  })

  test('of 10,000 mixtures of request, active chain and signed text only those that agree are prepared', async () => {
    const chain = fc.constantFrom(1, 10, 137)
    const methods = fc.constantFrom('typed', 'siwe', 'transaction' as const)
    const networks = [1, 10, 137].map((id) => ({ ...ethereum, id: `eip155:${id}` as const }))
    const node = nodeDouble()
    let mismatched = 0
    let prepared = 0
    for (const [asked, active, inside, kind] of fc.sample(
      fc.tuple(fc.option(chain, { nil: undefined }), chain, fc.option(chain, { nil: undefined }), methods),
      10_000,
    )) {
      const context = testContext({ networks, active: { eip155: `eip155:${active}`, solana: solana.id }, fetch: node.fetch })
      const siwe = `app.example wants you to sign in with your Ethereum account:\n${own}\n\n\nURI: https://app.example\nVersion: 1\nChain ID: ${inside ?? active}\nNonce: abcdefgh1\nIssued At: 2026-01-01T00:00:00Z`
      const [method, params] =
        kind === 'typed'
          ? ([
              'eth_signTypedData_v4',
              [
                own,
                typed('Note', { Note: 'string text' }, { name: 'Notes', ...(inside !== undefined && { chainId: inside }) }, { text: 'x' }),
              ],
            ] as const)
          : kind === 'siwe'
            ? (['personal_sign', [siwe, own]] as const)
            : (['eth_sendTransaction', [{ to: alice, ...(inside !== undefined && { chainId: inside }) }]] as const)
      const outcome = await prepareRequest({ id: 'r', method, params, ...(asked !== undefined && { chainId: asked }) }, context).catch(
        (error: unknown) => error as { name: string; code: number },
      )
      const agrees = (asked ?? active) === active && (inside ?? active) === active
      if ('sign' in outcome) {
        prepared += 1
        if (!agrees || outcome.networkId !== `eip155:${active}`) mismatched += 1
      } else
        expect([agrees, outcome.name, outcome.code]).toEqual([false, 'ChainMismatchError', (asked ?? active) === active ? -32602 : 4901])
    }
    expect(mismatched).toBe(0)
    expect(prepared).toBeGreaterThan(1000)
    recordPromise({
      id: 'S14',
      name: 'mixtures of chains',
      runs: 10_000,
      accepted: mismatched,
    })
  }, 120_000)
})

describe('S9: what is shown is what is signed', () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
  const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019ä \'<>&"\\\n\u202e\u200b👋'), maxLength: 20 })

  /** The forms in which a value may be shown: a number in decimals, hex in lower case, what is hidden written out. */
  function formsOf(leaf: unknown): readonly string[] {
    const text = String(leaf)
    if (/^0x[0-9a-f]+$/i.test(text) && text.length < 40) return [String(BigInt(text)), text.toLowerCase()]
    const escaped = text
      .replaceAll('\\', '\\\\')
      .replace(/[\u202e\u200b]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`)
    return [text.toLowerCase(), escaped.toLowerCase()]
  }

  /** Whether each value, in one of its forms, is on the screen or in the details. */
  function isShown(values: readonly unknown[], { effects, details }: PreparedRequest): boolean {
    const said = effects.flatMap((effect) => [...Object.values(effect.values), effect.message ?? ''])
    const all = [...said, ...details.map(({ value }) => value)].join('\u0000').toLowerCase()
    return values.every((value) => formsOf(value).some((form) => all.includes(form)))
  }

  const flat = (value: unknown): readonly unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value]

  const typedRequest = fc
    .record({
      a: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      b: word,
      c: hex(20),
      d: hex(32),
      e: fc.boolean(),
      f: fc.array(fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }), { maxLength: 3 }),
      g: word,
    })
    .map(({ a, f, ...rest }) =>
      typed(
        'Thing',
        { Thing: 'uint256 a, string b, address c, bytes32 d, bool e, int128[] f, Part part', Part: 'string g' },
        { name: 'Test', chainId: 1 },
        { a: String(a), b: rest.b, c: rest.c, d: rest.d, e: rest.e, f: f.map(String), part: { g: rest.g } },
      ),
    )
  const transactionRequest = fc.record(
    {
      to: hex(20),
      value: fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => `0x${value.toString(16)}`),
      data: fc.nat(80).chain(hex),
      gas: fc.integer({ min: 21_000, max: 10_000_000 }).map((gas) => `0x${gas.toString(16)}`),
      nonce: fc.nat(10_000).map((nonce) => `0x${nonce.toString(16)}`),
      maxFeePerGas: fc.integer({ min: 10 ** 9, max: 10 ** 12 }).map((price) => `0x${price.toString(16)}`),
    },
    { requiredKeys: ['to'] },
  )

  test('of 10,000 random requests every value is shown, and the signature is over what is shown', async () => {
    const node = nodeDouble()
    const context = testContext({ fetch: node.fetch })
    let mismatches = 0
    let checked = 0
    for (const data of fc.sample(typedRequest, 2000)) {
      const request = await prepareRequest(
        { id: 'r', method: 'eth_signTypedData_v4', params: [own, checked % 2 ? data : JSON.stringify(data)] },
        context,
      )
      checked += 1
      if (!isShown(flat([data.message, data.domain, data.primaryType]), request)) mismatches += 1
      // Hashing takes as long as all the rest.
      if (checked % 10 === 0) expect(request.hash).toBe(hashTypedData(data as Parameters<typeof hashTypedData>[0]))
    }
    for (const text of fc.sample(word, 6500)) {
      const request = await prepareRequest({ id: 'r', method: 'personal_sign', params: [text, own] }, context)
      checked += 1
      const bytes = `0x${Buffer.from(text).toString('hex')}`
      if (!isShown([bytes], request) || !(request.effects[0]?.message === text || request.effects[0]?.message === bytes)) mismatches += 1
    }
    for (const transaction of fc.sample(transactionRequest, 1500)) {
      const request = await prepareRequest({ id: 'r', method: 'eth_sendTransaction', params: [transaction] }, context)
      checked += 1
      if (!isShown(flat(transaction), request)) mismatches += 1
    }
    expect(mismatches).toBe(0)
    expect(checked).toBe(10_000)
    recordPromise({
      id: 'S9',
      name: 'values of random requests on the screen or in details',
      runs: checked,
      accepted: mismatches,
    })
  }, 120_000)

  test('of 200 random transactions the sent bytes hold the values of the details, and nothing else', async () => {
    for (const transaction of fc.sample(transactionRequest, 200)) {
      let raw: Hex = '0x'
      const { fetch } = nodeDouble({ eth_sendRawTransaction: ([sent]: readonly Hex[]) => keccak256((raw = sent ?? '0x')) })
      const request = await prepareRequest({ id: 'r', method: 'eth_sendTransaction', params: [transaction] }, testContext({ fetch }))
      await request.sign(keys)
      const { r: _r, s: _s, v: _v, yParity: _y, to, data = '0x', value = 0n, nonce = 0, ...sent } = parseTransaction(raw as `0x02${string}`)
      const details = Object.fromEntries(request.details.map(({ path, value: text }) => [path, text]))
      expect({
        ...Object.fromEntries(Object.entries({ ...sent, value, nonce }).map(([name, each]) => [name, `${each as bigint}`])),
        to,
        data,
      }).toEqual({ ...details, from: undefined, to: details['to']?.toLowerCase() })
    }
  })
})

describe('R9: a node that dies', () => {
  const dead = testContext({ fetch: async () => new Response('<html>', { status: 200 }) })

  test('does not keep messages and typed data from being read', async () => {
    expect(await prepareRequest({ id: 'r', method: 'personal_sign', params: ['Hello', own] }, dead)).toMatchObject({ risk: 'normal' })
    const request = await prepareRequest({ id: 'r', method: 'eth_signTypedData_v4', params: [own, permit()] }, dead)
    expect(request.effects[0]?.values).toMatchObject({ symbol: '', amount: '1000000', units: 'smallest' })
    expect(request.warnings).toContainEqual({
      kind: 'unverifiedContract',
      values: { address: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', reason: 'unknown' },
    })
  })

  test('is a typed error where nonce and fees are needed', async () => {
    await expect(prepareRequest({ id: 'r', method: 'eth_sendTransaction', params: [{ to: alice }] }, dead)).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      code: -32603,
    })
  })
})

test('S6: whatever the site names, only the node of the table is asked', async () => {
  const node = nodeDouble()
  const params = [{ to: alice, data: '0x12345678' }]
  const request = { id: 'r', method: 'eth_sendTransaction', params, rpcUrl: 'https://evil.example' }
  await prepareRequest(request, testContext({ fetch: node.fetch }))
  expect(new Set(node.calls.map(({ url }) => url))).toEqual(new Set([ethereum.rpcUrl]))
})
