import { expect, test } from 'vitest'
import { malformedFrame, randomFrom } from '../test/random.js'
import { errorFrame, readFrame, resultFrame } from './envelope.js'

test('reads requests, acknowledgements and what is neither', () => {
  expect(readFrame('{"id":"12","jsonrpc":"2.0","method":"irn_publish","params":{"a":1}}')).toEqual({
    kind: 'request',
    id: '"12"',
    method: 'irn_publish',
    params: { a: 1 },
  })
  expect(readFrame('{"id":5,"jsonrpc":"2.0","result":true}')).toEqual({ kind: 'acknowledgement', id: 5, accepted: true })
  expect(readFrame('{"id":5,"jsonrpc":"2.0","result":false}')).toMatchObject({ accepted: false })
  expect(readFrame('{"id":5,"jsonrpc":"2.0","error":{}}')).toMatchObject({ accepted: false })
  for (const text of ['{"id":5,"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","method":"x"}', '{"id":5,"method":"x"}', '[]', 'null', '"x"'])
    expect(readFrame(text)).toMatchObject({ kind: 'malformed', error: { reason: 'invalid-request' } })
  for (const text of ['', '{', 'undefined', '\0']) expect(readFrame(text)).toMatchObject({ error: { reason: 'parse-error' } })
})

test('keeps the digits of an id that a double does not hold, wherever it stands', () => {
  const idOf = (text: string) => {
    const frame = readFrame(text)
    return frame.kind === 'request' ? frame.id : frame.kind
  }
  const big = '12345678901234567890'
  const rest = '"jsonrpc":"2.0","method":"x"'
  expect(idOf(`{"id":${big},${rest}}`)).toBe(big)
  expect(idOf(`{${rest},"params":{"id":1,"a":["id",{"id":2}],"b":"\\"id\\":3"},"id" : ${big}}`)).toBe(big)
  expect(idOf(`{${rest},"x":"id","params":"{\\"id\\":7}","id":${big},"z":[]}`)).toBe(big)
  expect(idOf(`{"id":1,"id":${big},${rest}}`)).toBe(big)
  expect(idOf(`{"\\u0069d":${big},${rest}}`)).toBe(big)
  expect(idOf(`{"id":1.50,${rest}}`)).toBe('1.50')
  expect(idOf(`{"id":1e3,${rest}}`)).toBe('1000')
})

test('writes frames that are JSON', () => {
  expect(JSON.parse(resultFrame('"1"', { messages: [] }))).toEqual({ id: '1', jsonrpc: '2.0', result: { messages: [] } })
  const frame = readFrame('{')
  if (frame.kind !== 'malformed') throw new Error(frame.kind)
  expect(JSON.parse(errorFrame(frame.id, frame.error))).toMatchObject({ id: null, error: { code: -32700 } })
})

test('10,000 malformed frames: each is answered or ignored, none throws', { timeout: 60_000 }, () => {
  const random = randomFrom(1)
  for (let i = 0; i < 10_000; i++) {
    const frame = readFrame(malformedFrame(random))
    if (frame.kind === 'malformed') JSON.parse(errorFrame(frame.id, frame.error))
    if (frame.kind === 'request') JSON.parse(resultFrame(frame.id, true))
  }
})
