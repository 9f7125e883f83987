import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian's softhsm2 puts its module. */
const library = '/usr/lib/softhsm/libsofthsm2.so'
/** Whether this machine has SoftHSM. */
export const hasHsm = existsSync(library)

/**
 * A token of SoftHSM with AES keys of these labels. The module reads where its tokens are when it is initialised: one token at a time
 * in a process.
 */
export function testHsm(labels: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-hsm-'))
  const tokens = join(folder, 'tokens')
  mkdirSync(tokens)
  const config = join(folder, 'softhsm2.conf')
  writeFileSync(config, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`)
  process.env['SOFTHSM2_CONF'] = config
  const pin = randomBytes(8).toString('hex')
  const run = (...given: string[]): void => void execFileSync('softhsm2-util', given, { stdio: 'pipe' })
  run('--init-token', '--free', '--label', 'portico', '--so-pin', pin, '--pin', pin)
  generateKeys(labels, pin)
  return {
    options: (keys: readonly string[] = labels) => ({ kind: 'pkcs11' as const, library, token: 'portico', pin, keys: [...keys] }),
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** AES keys of 256 bits that the token makes itself, and never lets out: `softhsm2-util --import` leaves out what may be done with them. */
function generateKeys(labels: readonly string[], pin: string): void {
  const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi')
  const ulong = 'unsigned long'
  const attribute = koffi.struct({ type: ulong, value: 'void *', length: ulong })
  const mechanism = koffi.struct({ mechanism: ulong, parameter: 'void *', length: ulong })
  const module = koffi.load(library)
  const call = (name: string, types: (string | ReturnType<typeof koffi.pointer>)[], ...given: readonly unknown[]): void => {
    const value = Number(module.func(name, ulong, types)(...given))
    if (value !== 0) throw new Error(`${name}: 0x${value.toString(16)}`)
  }
  const number = (value: number): Buffer => {
    const buffer = Buffer.alloc(8)
    buffer.writeBigUInt64LE(BigInt(value))
    return buffer
  }
  const [slots, count, session] = [Buffer.alloc(8 * 16), number(16), Buffer.alloc(8)]
  // Of a suite before, in the same process: the module reads anew where its tokens are.
  module.func('C_Finalize', ulong, ['void *'])(null)
  call('C_Initialize', ['void *'], null)
  call('C_GetSlotList', ['uint8_t', 'void *', 'void *'], 1, slots, count)
  const slot = Number(slots.readBigUInt64LE(0))
  // With the right to write.
  call('C_OpenSession', [ulong, ulong, 'void *', 'void *', 'void *'], slot, 6, null, null, session)
  const handle = Number(session.readBigUInt64LE(0))
  call('C_Login', [ulong, ulong, 'void *', ulong], handle, 1, Buffer.from(pin), pin.length)
  for (const label of labels) {
    const [yes, no, size, name] = [Buffer.from([1]), Buffer.from([0]), number(32), Buffer.from(label)]
    const template = [
      [0x1, yes], // it stays
      [0x2, yes], // private
      [0x3, name],
      [0x103, yes], // sensitive
      [0x104, yes], // encrypts
      [0x105, yes], // decrypts
      [0x161, size],
      [0x162, no], // can't be taken out
    ].map(([type, value]) => ({ type, value, length: Buffer.isBuffer(value) ? value.length : 0 }))
    const types = [ulong, koffi.pointer(mechanism), koffi.pointer(attribute), ulong, 'void *']
    call('C_GenerateKey', types, handle, { mechanism: 0x1080, parameter: null, length: 0 }, template, template.length, Buffer.alloc(8))
  }
  call('C_CloseSession', [ulong], handle)
  call('C_Finalize', ['void *'], null)
}
