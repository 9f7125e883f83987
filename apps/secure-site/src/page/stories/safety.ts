import { LastFactorError, PassphraseError, WeakPassphraseError } from '../keys/errors.js'
import type { Recovery, Safety } from '../screens/stage.js'
import { account } from './requests.js'

export const nothing = () => {}
export const origin = 'https://shop.example'
export const never = () => new Promise<never>(nothing)

/** A browser that is new to the wallet. */
export const recovery: Recovery = {
  origin,
  step: { kind: 'vault', mail: true, identities: [] },
  byMail: never,
  resumeByMail: async () => false,
  endByMail: async () => {},
  byIdentity: never,
  byPasskey: never,
  byCode: () => Promise.reject(new Error('x')),
  byPassphrase: () => Promise.reject(new PassphraseError()),
  onDone: nothing,
  onReject: nothing,
}

/** A wallet with nothing added to it. */
export const safety: Safety = {
  email: 'mira@harbourmail.example',
  address: account,
  security: () => Promise.resolve({ mode: 'assisted', passkeys: 0, recoveryCode: false, device: true }),
  signs: () => Promise.resolve('lasting'),
  unlockStep: () => Promise.resolve({ kind: 'none' }),
  recovery,
  addPasskey: never,
  addPassphrase: () => Promise.reject(new WeakPassphraseError('passphrase_guessable')),
  removePassphrase: () => Promise.reject(new LastFactorError('last_passphrase')),
  createRecoveryCode: () => Promise.resolve({ code: 'WREN-4QK7-M2XD-9FHT-C6PA-8ZEB', confirm: never }),
  identities: () => Promise.resolve({ offered: [], known: [] }),
  addIdentity: never,
  passkeys: () => Promise.resolve([]),
  removePasskey: () => Promise.resolve(),
  browsers: () =>
    Promise.resolve([
      { id: '1', here: true, name: 'Chrome on Linux', usedAt: Date.UTC(2026, 8, 21) },
      { id: '2', here: false, name: 'Safari on iPhone', usedAt: Date.UTC(2026, 8, 19) },
      { id: '3', here: false, name: undefined, usedAt: Date.UTC(2026, 4, 2) },
    ]),
  removeBrowser: () => Promise.resolve(),
  logins: () => Promise.resolve([{ id: 'email', name: 'mira@harbourmail.example', addedAt: null }]),
  removeLogin: () => Promise.resolve(),
  known: () => ({ url: 'https://secure.example/continue', meet: never }),
  startExport: () => Promise.resolve({ step: 'code' }),
  mailExportCode: () => Promise.resolve(),
  exportWords: never,
  onClose: nothing,
}
