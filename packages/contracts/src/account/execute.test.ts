import { encodeAbiParameters, encodeFunctionData, numberToHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { CallDataError, accountAbi, accountAddress, batchMode, callsItself, decodeExecute, encodeExecute } from '../index.js'

const token = '0x6d0655D88BD0eaCf3642aCa49cA202154Ebd6dc6'
const calls = [
  { to: token, value: 0n, data: '0xa9059cbb' },
  { to: accountAddress(token), value: 5n, data: '0x' },
] as const

test('a batch that was written is read again', () => {
  expect(decodeExecute(encodeExecute(calls))).toEqual(calls)
  expect(decodeExecute(encodeExecute([]))).toEqual([])
  expect(decodeExecute(encodeExecute([{ to: token }]))).toEqual([{ to: token, value: 0n, data: '0x' }])
})

test('another mode, another function, and bytes beside the batch are refused', () => {
  const good = encodeExecute(calls)
  const otherMode = encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [`0x01${'00'.repeat(31)}`, '0x'] })
  const withMore = encodeFunctionData({
    abi: accountAbi,
    functionName: 'execute',
    args: [batchMode, encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], ['0x', '0x'])],
  })
  const setOwner = encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [token] })
  for (const data of [`${good}00`, good.slice(0, -2), otherMode, withMore, setOwner, '0x', '0xdeadbeef'] as `0x${string}`[]) {
    expect(() => decodeExecute(data)).toThrow(CallDataError)
  }
})

test('calls that are all the same bytes are refused before they are unfolded', () => {
  const word = (value: number) => numberToHex(value, { size: 32 }).slice(2)
  const [count, length] = [1000, 30_016]
  const call = `${word(1)}${word(0)}${word(96)}${word(length)}${'11'.repeat(length)}`
  const data = `0x${word(32)}${word(count)}${word(count * 32).repeat(count)}${call}` as const
  const whole = encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [batchMode, data] })
  const began = performance.now()
  expect(() => decodeExecute(whole)).toThrow(CallDataError)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('a call to the account itself is known, also by the zero address, which stands for it', () => {
  const account = accountAddress(token)
  expect(callsItself(calls, account)).toBe(true)
  expect(callsItself([{ to: zeroAddress }], account)).toBe(true)
  expect(callsItself([{ to: token }], account)).toBe(false)
})
