import { encode, QrCodeDataType } from 'uqr'
import { expect, test } from 'vitest'
import { alignmentsOf, barsOf, findersOf } from './bars.js'
import { modulesOf } from './Qr.js'

/** The modules that a path of upright bars covers, as `x y`. */
function covered(path: string): string[] {
  const bars = [...path.matchAll(/M([\d.]+) ([\d.]+)v(\d+)/g)]
  return bars.flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) + 1 }, (_, i) => `${Number(x) - 0.5} ${Number(y) - 0.5 + i}`),
  )
}

const text = 'ethereum:0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09@8453'

test('each dark module outside of the rings and the middle is covered once, and no light one', () => {
  const modules = modulesOf(text)
  const size = modules.length
  const half = (Math.floor(size * 0.23) | 1) / 2
  const wanted: string[] = []
  modules.forEach((row, y) =>
    row.forEach((dark, x) => {
      const finder = ((x < 7 || x >= size - 7) && y < 7) || (x < 7 && y >= size - 7)
      const middle = Math.max(Math.abs(x + 0.5 - size / 2), Math.abs(y + 0.5 - size / 2)) < half
      const alignment = alignmentsOf(size).some(([left, top]) => x >= left && x < left + 5 && y >= top && y < top + 5)
      if (dark && !finder && !middle && !alignment) wanted.push(`${x} ${y}`)
    }),
  )
  const path = barsOf(modules)
  expect(covered(path).sort()).toEqual(wanted.sort())
  expect(wanted.length).toBeGreaterThan(300)
})

test('modules that stand on each other are one bar, and those beside each other are not', () => {
  const empty = Array.from({ length: 21 }, () => Array.from({ length: 21 }, () => false))
  const modules = empty.map((row, y) => row.map((_, x) => (x === 8 && y >= 1 && y <= 4) || (x === 9 && y === 2)))
  expect(barsOf(modules)).toBe('M8.5 1.5v3M9.5 2.5v0')
  expect(barsOf(empty)).toBe('')
})

test('what the middle takes is far below what level Q restores', () => {
  for (const length of [20, 60, 120, 240]) {
    const size = modulesOf('x'.repeat(length)).length
    const side = Math.floor(size * 0.23) | 1
    expect((side * side) / (size * size)).toBeLessThan(0.07)
  }
})

test('the finders are in three corners', () => {
  expect(findersOf(37)).toEqual([
    [0, 0],
    [30, 0],
    [0, 30],
  ])
})

test('the alignment patterns are where ISO/IEC 18004 has them, in every version, but for the middle', () => {
  for (let version = 1; version <= 40; version += 1) {
    const { types, size } = encode('x', { border: 0, minVersion: version, maxVersion: version })
    const five = [0, 1, 2, 3, 4]
    const isWhole = (x: number, y: number) =>
      five.every((down) => five.every((right) => types[y + down]?.[x + right] === QrCodeDataType.Alignment))
    const found = types.flatMap((row, y) => row.flatMap((_, x) => (isWhole(x, y) ? [`${x} ${y}`] : [])))
    const drawn = alignmentsOf(size).map(([x, y]) => `${x} ${y}`)
    expect(found, String(version)).toEqual(expect.arrayContaining(drawn))
    const reach = (Math.floor(size * 0.23) | 1) / 2 + 2.5
    const far = found.filter((at) => at.split(' ').some((from) => Math.abs(Number(from) + 2.5 - size / 2) >= reach))
    expect(drawn.sort(), String(version)).toEqual(far.sort())
  }
})

test('the code says the text to the letter: read back, module by module', () => {
  for (const said of [
    text,
    'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'solana:7Rkqm1wDyXyzjxpz3nBoQfKB29Pd7RkqmwDyXyzjxpz3',
    'grüße 👋',
  ]) {
    expect(readBack(modulesOf(said))).toBe(said)
  }
})

test('the code of a pairing is read back as well, with whichever mask', () => {
  const uri = `wc:${'7f6e504b'.repeat(8)}@2?relay-protocol=irn&symKey=${'587d5484'.repeat(8)}&expiryTimestamp=1900000000`
  expect(readBack(modulesOf(uri, true))).toBe(uri)
  expect(readBack(modulesOf(uri))).toBe(uri)
})

/**
 * Reads a code of one block structure as ISO/IEC 18004 describes: takes the mask off, walks the zigzag, undoes the interleaving
 * of level Q and takes the bytes of a byte segment. Knows the versions that the texts above need.
 */
function readBack(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const version = (size - 17) / 4
  const blocks = {
    2: [22],
    3: [17, 17],
    4: [24, 24],
    5: [15, 15, 16, 16],
    6: [19, 19, 19, 19],
    12: [20, 20, 20, 20, 21, 21, 21, 21, 21, 21],
  }[version]
  if (!blocks) throw new Error(`version ${version}`)
  const bit = (x: number, y: number) => modules[y]?.[x] === true
  // format: five bits beside the first finder, masked with 101010000010010
  const format = Number.parseInt([0, 1, 2, 3, 4].map((x) => Number(bit(x, 8))).join(''), 2) ^ 0b10101
  expect(format >> 3).toBe(0b11) // level Q
  const masks = [
    (x: number, y: number) => (x + y) % 2,
    (_: number, y: number) => y % 2,
    (x: number) => x % 3,
    (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ]
  const mask = masks[format & 7]
  const types = encode('x', { border: 0, minVersion: version, maxVersion: version }).types // which modules are not data is the same for every text
  const bits: number[] = []
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step
      for (const x of [right, right - 1]) if (types[y]?.[x] === 0) bits.push(Number(bit(x, y)) ^ Number(mask?.(x, y) === 0))
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2))
  const parts = blocks.map((): number[] => [])
  let at = 0
  for (let i = 0; i < Math.max(...blocks); i += 1) blocks.forEach((length, block) => i < length && parts[block]?.push(words[at++] ?? 0))
  const stream = parts
    .flat()
    .map((word) => word.toString(2).padStart(8, '0'))
    .join('')
  expect(stream.slice(0, 4)).toBe('0100') // a byte segment
  const start = version < 10 ? 12 : 20 // the length takes two bytes in larger codes
  const length = Number.parseInt(stream.slice(4, start), 2)
  const bytes = Array.from({ length }, (_, i) => Number.parseInt(stream.slice(start + i * 8, start + 8 + i * 8), 2))
  return new TextDecoder().decode(new Uint8Array(bytes))
}
