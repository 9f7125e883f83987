import { expect, test } from 'vitest'
import { solana } from '../kit.test.helper.js'
import { address, bytesOf, mintAccount, token2022, tokenProgram, u32 } from './build.test.helper.js'
import { symbolOf } from './names.js'

const mint = address(40)
const u16 = (value: number) => [value & 0xff, value >> 8]
const text = (words: string) => {
  const bytes = new TextEncoder().encode(words)
  return [...u32(bytes.length), ...bytes]
}
const extension = (kind: number, content: readonly number[]) => [...u16(kind), ...u16(content.length), ...content]
/** A mint of Token-2022 with other extensions before its metadata. */
const carrying = (
  symbol: string,
  more: readonly number[] = extension(
    18,
    Array.from({ length: 64 }, () => 1),
  ),
) => ({
  lamports: 1n,
  owner: token2022,
  data: Uint8Array.from([
    ...mintAccount(6, 1n),
    ...new Uint8Array(83),
    1,
    ...more,
    ...extension(19, [...bytesOf(address(1)), ...bytesOf(mint), ...text('A long name'), ...text(symbol), ...text('https://x.example')]),
  ]),
})
const of = (account: Parameters<typeof symbolOf>[1], at = mint, id: `${string}:${string}` = solana.id) =>
  symbolOf(at, account, { id: id as typeof solana.id })

test('a mint that everybody knows has its name, on its own network alone', () => {
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(of(undefined, usdc)).toStrictEqual({ symbol: 'USDC' })
  expect(of(undefined, usdc, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toStrictEqual({ symbol: '' })
})

test('S36: what a mint calls itself is cleaned, and said to be unverified', () => {
  expect(of(carrying('PYUSD'))).toStrictEqual({ symbol: 'PYUSD', unverified: 'true' })
  expect(of(carrying(' PY\u202eUSD\u200b'))).toStrictEqual({ symbol: 'PYUSD', unverified: 'true' })
  expect(of(carrying('USD\u0421'))).toStrictEqual({ symbol: 'USD\u0421', unverified: 'true', mixedScript: 'true' })
})

test.each(['USDC', 'usdt', 'SOL', 'w\u200bSOL'])('nobody else is called %s', (symbol) => {
  expect(of(carrying(symbol))).toStrictEqual({ symbol: '' })
})

test('R9: a mint without a name, of another program, or with lengths that lie, has none', () => {
  const { data } = carrying('PYUSD')
  for (const account of [
    undefined,
    { lamports: 1n, owner: tokenProgram, data: mintAccount(6, 1n) },
    { lamports: 1n, owner: tokenProgram, data },
    { lamports: 1n, owner: address(9), data },
    carrying(''),
    carrying('x', [...u16(18), ...u16(60_000)]),
    ...Array.from({ length: data.length }, (_, length) => ({ lamports: 1n, owner: token2022, data: data.slice(0, length) })),
  ]) {
    expect([account?.data.length, of(account)]).toStrictEqual([account?.data.length, { symbol: '' }])
  }
})
