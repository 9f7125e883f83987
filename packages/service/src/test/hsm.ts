import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian's softhsm2 puts its module. */
const library = '/usr/lib/softhsm/libsofthsm2.so'
/** Whether this machine has SoftHSM. */
export const hasHsm = existsSync(library)

/**
 * A token of SoftHSM with AES keys of these labels. The module reads where its tokens are when it is loaded, so this comes before,
 * and once in a process.
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
  for (const [index, label] of labels.entries()) {
    const file = join(folder, label)
    writeFileSync(file, randomBytes(32))
    run('--import', file, '--aes', '--token', 'portico', '--label', label, '--id', `0${index + 1}`, '--pin', pin)
    rmSync(file)
  }
  return {
    options: (keys: readonly string[] = labels) => ({ kind: 'pkcs11' as const, library, token: 'portico', pin, keys: [...keys] }),
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}
