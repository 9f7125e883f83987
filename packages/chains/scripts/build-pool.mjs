// Builds artifact.ts from pool.c: `pnpm --filter @portico/chains pool`, with clang 16 of Debian (`apt-get install clang-16`), whose back end
// for BPF is the one that Solana's began as. What it lacks is a linker, which is below: it turns clang's object into the shared object
// that Solana's loader takes (SBF version 0). `--check` only says whether artifact.ts is what pool.c gives.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../src/solana/pool')
const target = join(folder, 'artifact.ts')

const scratch = mkdtempSync(join(tmpdir(), 'pool-'))
let linked
try {
  const object = join(scratch, 'pool.o')
  const flags = ['-target', 'bpf', '-mcpu=v2', '-O2', '-ffreestanding', '-fno-builtin', '-Wall', '-Wextra', '-Werror']
  execFileSync(process.env.CLANG ?? 'clang-16', [...flags, '-c', 'pool.c', '-o', object], { cwd: folder, stdio: 'inherit' })
  linked = link(readObject(readFileSync(object)))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
const text = `/** The pool program in base64, as build-pool.mjs made it of pool.c. */
export const poolCode =
  '${linked.toString('base64')}'
`
if (process.argv.includes('--check')) {
  const isSame = readFileSync(target, 'utf8') === text
  if (!isSame) throw new Error('artifact.ts is not what pool.c gives: run `pnpm --filter @portico/chains pool`')
} else {
  writeFileSync(target, text)
}
console.log(`artifact.ts is what pool.c gives: ${linked.length} bytes.`)

/** @typedef {{ code: Buffer, entry: number, calls: { at: number, name: string }[] }} Program */

/** The code of an object, where it begins, and which functions of the runtime it calls where. @returns {Program} */
function readObject(/** @type {Buffer} */ file) {
  const long = (/** @type {number} */ at) => Number(file.readBigUInt64LE(at))
  const text = (/** @type {number} */ table, /** @type {number} */ at) => {
    const from = long(header(table) + 24) + at
    return file.toString('latin1', from, file.indexOf(0, from))
  }
  const [headers, count, names] = [long(40), file.readUInt16LE(60), file.readUInt16LE(62)]
  const header = (/** @type {number} */ index) => headers + index * 64
  const sections = Array.from({ length: count }, (_, index) => {
    const at = header(index)
    const [from, size] = [long(at + 24), long(at + 32)]
    return { name: text(names, file.readUInt32LE(at)), type: file.readUInt32LE(at + 4), link: file.readUInt32LE(at + 40), from, size }
  })
  const data = sections.find(({ name, size }) => /^\.(rodata|data|bss)/.test(name) && size > 0)
  if (data) throw new Error(`${data.name}: constants have to stand in the code`)
  const code = sections.find(({ name }) => name === '.text')
  const symbols = sections.find(({ type }) => type === 2)
  if (!code || !symbols) throw new Error('There is no code')
  const symbol = (/** @type {number} */ index) => {
    const at = symbols.from + index * 24
    return { name: text(symbols.link, file.readUInt32LE(at)), section: file.readUInt16LE(at + 6), value: long(at + 8) }
  }
  const entry = Array.from({ length: symbols.size / 24 }, (_, index) => symbol(index)).find(({ name }) => name === 'entrypoint')
  if (!entry) throw new Error('There is no entrypoint')
  const relocations = sections.find(({ name }) => name === '.rel.text')
  const calls = Array.from({ length: (relocations?.size ?? 0) / 16 }, (_, index) => {
    const at = (relocations?.from ?? 0) + index * 16
    const { name, section } = symbol(file.readUInt32LE(at + 12))
    if (file.readUInt32LE(at + 8) !== 10 || section !== 0) throw new Error(`${name} is no function of the runtime`)
    return { at: long(at), name }
  })
  return { code: Buffer.from(file.subarray(code.from, code.from + code.size)), entry: entry.value, calls }
}

/** An ELF file with the code, and what the loader needs to resolve its calls. @returns {Buffer} */
function link(/** @type {Program} */ { code, entry, calls }) {
  const functions = [...new Set(calls.map(({ name }) => name))]
  const strings = Buffer.from(`\0${functions.join('\0')}\0`, 'latin1')
  const symbols = Buffer.alloc(24 * (functions.length + 1))
  functions.forEach((name, index) => {
    symbols.writeUInt32LE(strings.indexOf(`${name}\0`, 1), 24 * (index + 1))
    symbols[24 * (index + 1) + 4] = 16 // global
  })
  const names = ['', '.text', '.dynamic', '.dynsym', '.dynstr', '.rel.dyn', '.shstrtab']
  const nameTable = Buffer.from(`${names.join('\0')}\0`, 'latin1')
  const dynamic = Buffer.alloc(6 * 16)
  const relocations = Buffer.alloc(16 * calls.length)

  const headersEnd = 64 + 3 * 56
  const place = { text: even(headersEnd), dynamic: 0, symbols: 0, strings: 0, relocations: 0, names: 0, sections: 0 }
  place.dynamic = even(place.text + code.length)
  place.symbols = place.dynamic + dynamic.length
  place.strings = place.symbols + symbols.length
  place.relocations = even(place.strings + strings.length)
  place.names = place.relocations + relocations.length
  place.sections = even(place.names + nameTable.length)

  calls.forEach(({ at, name }, index) => {
    relocations.writeBigUInt64LE(BigInt(place.text + at), 16 * index)
    relocations.writeUInt32LE(10, 16 * index + 8)
    relocations.writeUInt32LE(functions.indexOf(name) + 1, 16 * index + 12)
  })
  const entries = [
    [17, place.relocations], // DT_REL
    [18, relocations.length], // DT_RELSZ
    [19, 16], // DT_RELENT
    [6, place.symbols], // DT_SYMTAB
    [5, place.strings], // DT_STRTAB
    [0, 0],
  ]
  for (const [index, [tag = 0, value = 0]] of entries.entries()) {
    dynamic.writeBigUInt64LE(BigInt(tag), 16 * index)
    dynamic.writeBigUInt64LE(BigInt(value), 16 * index + 8)
  }

  const file = Buffer.alloc(place.sections + names.length * 64)
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(file) // 64 bit, little end first
  file.writeUInt16LE(3, 16) // shared object
  file.writeUInt16LE(247, 18) // BPF
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(place.text + entry), 24)
  file.writeBigUInt64LE(64n, 32)
  file.writeBigUInt64LE(BigInt(place.sections), 40)
  for (const [at, value] of [
    [52, 64],
    [54, 56],
    [56, 3],
    [58, 64],
    [60, names.length],
    [62, names.indexOf('.shstrtab')],
  ])
    file.writeUInt16LE(value ?? 0, at)

  const segment = (
    /** @type {number} */ index,
    /** @type {number} */ type,
    /** @type {number} */ flags,
    /** @type {number} */ from,
    /** @type {number} */ size,
  ) => {
    const at = 64 + index * 56
    file.writeUInt32LE(type, at)
    file.writeUInt32LE(flags, at + 4)
    for (const offset of [8, 16, 24]) file.writeBigUInt64LE(BigInt(from), at + offset)
    for (const offset of [32, 40]) file.writeBigUInt64LE(BigInt(size), at + offset)
    file.writeBigUInt64LE(type === 1 ? 4096n : 8n, at + 48)
  }
  segment(0, 1, 5, place.text, code.length)
  segment(1, 1, 4, place.dynamic, place.names - place.dynamic)
  segment(2, 2, 6, place.dynamic, dynamic.length)

  const parts = /** @type {[Buffer, number][]} */ ([
    [code, place.text],
    [dynamic, place.dynamic],
    [symbols, place.symbols],
    [strings, place.strings],
    [relocations, place.relocations],
    [nameTable, place.names],
  ])
  for (const [part, at] of parts) part.copy(file, at)

  /** Name, type, flags, which part, the section that it refers to, and the size of an entry. */
  const sections = /** @type {[string, number, number, number, number, number][]} */ ([
    ['.text', 1, 6, 0, 0, 0],
    ['.dynamic', 6, 3, 1, 4, 16],
    ['.dynsym', 11, 2, 2, 4, 24],
    ['.dynstr', 3, 2, 3, 0, 0],
    ['.rel.dyn', 9, 2, 4, 3, 16],
    ['.shstrtab', 3, 0, 5, 0, 0],
  ])
  sections.forEach(([name, type, flags, part, refers, size], index) => {
    const at = place.sections + (index + 1) * 64
    const [bytes, from] = parts[part] ?? [Buffer.alloc(0), 0]
    file.writeUInt32LE(nameTable.indexOf(`${name}\0`, 1), at)
    file.writeUInt32LE(type, at + 4)
    const longs = [flags, flags & 2 ? from : 0, from, bytes.length]
    longs.forEach((value, offset) => file.writeBigUInt64LE(BigInt(value), at + 8 + 8 * offset))
    file.writeUInt32LE(refers, at + 40)
    file.writeBigUInt64LE(8n, at + 48)
    file.writeBigUInt64LE(BigInt(size), at + 56)
  })
  return file
}

/** The next multiple of eight. */
function even(/** @type {number} */ at) {
  return (at + 7) & ~7
}
