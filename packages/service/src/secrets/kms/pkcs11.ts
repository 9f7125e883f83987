/**
 * A hardware security module by PKCS#11 (v2.40): AES-256-GCM by a key that can't be taken out of it. The module is loaded when the
 * first key is wrapped, by an optional package, so that nobody else needs either.
 */
import { randomBytes } from 'node:crypto'
import type { KoffiFunc, TypeObject } from 'koffi'
import type { Kms, KmsConfig } from './kms.js'

// https://docs.oasis-open.org/pkcs11/pkcs11-curr/v2.40: numbers as they stand in its headers
const ok = 0
const alreadyInitialized = 0x191
const alreadyLoggedIn = 0x100
const serialSession = 4
/** The module locks by itself: other sessions of this process are in other threads. */
const osLocking = 2
const user = 1
const classAttribute = 0
const labelAttribute = 3
const secretKeyClass = 4
const aesGcm = 0x1087

const ivBytes = 12
const tagBits = 128
/** Slots that are looked at. */
const mostSlots = 64
/** Of a token's information the label comes first, padded with blanks. */
const labelBytes = 32
const infoBytes = 512

/** A failed call, by its return value. It says nothing of what was asked. */
class Pkcs11Error extends Error {
  override readonly name = 'Pkcs11Error'
  constructor(call: string, value: number) {
    super(`${call}: 0x${value.toString(16)}`)
  }
}

type Call = (name: string, ...given: readonly unknown[]) => Promise<number>

export function pkcs11Kms({ library, token, pin, keys }: Extract<KmsConfig, { kind: 'pkcs11' }>): Kms {
  let opened: Promise<Open> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** One call after the other: a session does one thing at a time. After a failure the next one logs in anew. */
  function inTurn<T>(work: (open: Open) => Promise<T>): Promise<T> {
    const run = last.then(async () => {
      opened ??= openToken({ library, token, pin })
      try {
        return await work(await opened)
      } catch (error) {
        const before = opened
        opened = undefined
        await before?.then(({ close }) => close()).catch(() => {})
        throw error
      }
    })
    last = run.catch(() => {})
    return run
  }

  return {
    wrap: (key, context) =>
      inTurn(async (open) => {
        const id = keys[0] ?? ''
        const iv = randomBytes(ivBytes)
        const text = await open.crypt('Encrypt', id, { iv, context, input: Buffer.from(key) })
        return { id, wrapped: Buffer.concat([iv, text]).toString('base64url') }
      }),
    unwrap: (id, wrapped, context) =>
      inTurn(async (open) => {
        if (!keys.includes(id)) throw new Error('There is no such key.')
        const bytes = Buffer.from(wrapped, 'base64url')
        return new Uint8Array(await open.crypt('Decrypt', id, { iv: bytes.subarray(0, ivBytes), context, input: bytes.subarray(ivBytes) }))
      }),
    close: async () => {
      await last
      const before = opened
      opened = undefined
      await before?.then(({ close }) => close()).catch(() => {})
    },
  }
}

interface Open {
  readonly crypt: (
    direction: 'Encrypt' | 'Decrypt',
    label: string,
    data: { readonly iv: Buffer; readonly context: string; readonly input: Buffer },
  ) => Promise<Buffer>
  readonly close: () => Promise<void>
}

async function openToken({ library, token, pin }: { library: string; token: string; pin: string }): Promise<Open> {
  const { default: koffi } = await import('koffi')
  const module = koffi.load(library)
  const ulong = 'unsigned long'
  const attribute = koffi.struct({ type: ulong, value: 'void *', length: ulong })
  const gcm = koffi.struct({ iv: 'void *', ivLength: ulong, ivBits: ulong, aad: 'void *', aadLength: ulong, tagBits: ulong })
  const mechanism = koffi.struct({ mechanism: ulong, parameter: koffi.pointer(gcm), length: ulong })
  const handles = 'void *'
  const shapes: Readonly<Record<string, readonly (string | TypeObject)[]>> = {
    C_Initialize: ['void *'],
    C_GetSlotList: ['uint8_t', handles, handles],
    C_GetTokenInfo: [ulong, 'void *'],
    C_OpenSession: [ulong, ulong, 'void *', 'void *', handles],
    C_CloseSession: [ulong],
    C_Login: [ulong, ulong, 'void *', ulong],
    C_FindObjectsInit: [ulong, koffi.pointer(attribute), ulong],
    C_FindObjects: [ulong, handles, ulong, handles],
    C_FindObjectsFinal: [ulong],
    C_EncryptInit: [ulong, koffi.pointer(mechanism), ulong],
    C_DecryptInit: [ulong, koffi.pointer(mechanism), ulong],
    C_Encrypt: [ulong, 'void *', ulong, 'void *', handles],
    C_Decrypt: [ulong, 'void *', ulong, 'void *', handles],
  }
  const pinned = new Set<readonly unknown[]>()
  const functions = new Map<string, KoffiFunc<(...given: unknown[]) => unknown>>()
  const functionOf = (name: string) => {
    const known = functions.get(name) ?? module.func(name, ulong, [...(shapes[name] ?? [])])
    functions.set(name, known)
    return known
  }
  /** Structures live for as long as a call on this thread: what takes them is quick, and copies them. */
  const takesStructure = (name: string) => name.endsWith('Init')
  /** The others off this thread: a module on the network may take its time. */
  const call: Call = (name, ...given) =>
    new Promise((resolve, reject) => {
      const run = functionOf(name)
      if (takesStructure(name)) return resolve(Number(run(...given)))
      run.async(...given, (error: unknown, value: unknown) => {
        // Until here the module reads and writes what it was given.
        pinned.delete(given)
        if (error) reject(error instanceof Error ? error : new Error(name))
        else resolve(Number(value))
      })
      pinned.add(given)
    })
  const checked = async (allowed: readonly number[], name: string, ...given: readonly unknown[]): Promise<void> => {
    const value = await call(name, ...given)
    if (value !== ok && !allowed.includes(value)) throw new Pkcs11Error(name, value)
  }
  const ulongBytes = koffi.sizeof(ulong)
  const newHandles = (count = 1): Buffer => Buffer.alloc(count * ulongBytes)
  const handleAt = (buffer: Buffer, index = 0): number =>
    ulongBytes === 8 ? Number(buffer.readBigUInt64LE(index * 8)) : buffer.readUInt32LE(index * 4)
  const handleOf = (value: number): Buffer => {
    const buffer = newHandles()
    if (ulongBytes === 8) buffer.writeBigUInt64LE(BigInt(value))
    else buffer.writeUInt32LE(value)
    return buffer
  }

  // Four functions of ours for locks, none of which there are; flags; and nothing.
  const locking = newHandles(6)
  locking.writeUInt8(osLocking, 4 * ulongBytes)
  // On this thread: whoever is told that it is done already has to find it done.
  const initialized = Number(functionOf('C_Initialize')(locking))
  if (initialized !== ok && initialized !== alreadyInitialized) throw new Pkcs11Error('C_Initialize', initialized)
  const slot = await findSlot()
  const session = newHandles()
  await checked([], 'C_OpenSession', slot, serialSession, null, null, session)
  const secret = Buffer.from(pin)
  await checked([alreadyLoggedIn], 'C_Login', handleAt(session), user, secret, secret.length)
  secret.fill(0)
  const found = new Map<string, number>()

  async function findSlot(): Promise<number> {
    const [slots, count] = [newHandles(mostSlots), handleOf(mostSlots)]
    await checked([], 'C_GetSlotList', 1, slots, count)
    for (let index = 0; index < handleAt(count); index += 1) {
      const info = Buffer.alloc(infoBytes)
      await checked([], 'C_GetTokenInfo', handleAt(slots, index), info)
      if (info.toString('utf8', 0, labelBytes).trimEnd() === token) return handleAt(slots, index)
    }
    throw new Error('There is no such token.')
  }

  async function findKey(label: string): Promise<number> {
    const known = found.get(label)
    if (known !== undefined) return known
    const [name, kind, handle, count] = [Buffer.from(label), handleOf(secretKeyClass), newHandles(), newHandles()]
    const template = [
      { type: classAttribute, value: kind, length: kind.length },
      { type: labelAttribute, value: name, length: name.length },
    ]
    await checked([], 'C_FindObjectsInit', handleAt(session), template, template.length)
    await checked([], 'C_FindObjects', handleAt(session), handle, 1, count)
    await checked([], 'C_FindObjectsFinal', handleAt(session))
    if (handleAt(count) === 0) throw new Error('There is no such key.')
    found.set(label, handleAt(handle))
    return handleAt(handle)
  }

  return {
    crypt: async (direction, label, { iv, context, input }) => {
      const key = await findKey(label)
      const aad = Buffer.from(context)
      const parameter = { iv, ivLength: iv.length, ivBits: iv.length * 8, aad, aadLength: aad.length, tagBits }
      await checked([], `C_${direction}Init`, handleAt(session), { mechanism: aesGcm, parameter, length: koffi.sizeof(gcm) }, key)
      const output = Buffer.alloc(input.length + tagBits / 8)
      const length = handleOf(output.length)
      await checked([], `C_${direction}`, handleAt(session), input, input.length, output, length)
      const made = Buffer.from(output.subarray(0, handleAt(length)))
      output.fill(0)
      return made
    },
    close: () => checked([], 'C_CloseSession', handleAt(session)),
  }
}
