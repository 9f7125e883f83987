import { type Factor, seal, sealedFor } from '@portico/vault-wire'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createRecoveryCode } from './recoveryCode.js'
import { failure, isZero, testPasskeys, testStretch } from './browser.test.helper.js'
import { type Services, fakeServices } from './services.test.helper.js'

const passphrase = 'correct horse battery staple'

async function owner() {
  const services = await fakeServices()
  const [passkeys, stretch] = [testPasskeys(), testStretch()]
  const { keys } = services.visitor({ passkeys, stretch })
  const { eip155 } = await keys.open()
  return { services, keys, passkeys, stretch, eip155 }
}
const challenge = async ({ auth, api, walletId }: Services, of: (factor: Factor) => boolean = () => true): Promise<void> => {
  const factors = (await api.open()).wallet?.factors.filter(of) ?? []
  const proof = Buffer.from(auth.proof, 'base64url')
  const challenges = factors.map(async ({ id, publicKey }) => ({
    factorId: id,
    sealed: await seal(proof, publicKey, sealedFor.export(walletId, id)),
  }))
  auth.exporting = { state: 'factor', challenges: await Promise.all(challenges) }
}
const missing = (step: string, message: string, notBefore?: number) => ({ name: 'ExportNotReadyError', step, message, notBefore })

test('the words are shown after the code of the mail, and are those of the wallet', async () => {
  const { services, keys, eip155 } = await owner()
  expect(await keys.startExport()).toEqual({ step: 'code' })
  await keys.mailExportCode()
  expect(services.auth.asked.at(-1)).toEqual({ exportCode: true })
  for (const given of [undefined, {}, { code: '' }])
    expect(await failure(keys.exportWords(given))).toMatchObject(missing('code', 'Enter the code from the mail.'))
  expect(await failure(keys.exportWords({ code: '654321' }))).toMatchObject({ code: 'bad_code' })
  const words = await keys.exportWords({ code: '123456' })
  expect(words).toHaveLength(24)
  expect(mnemonicToAccount(words.join(' ')).address).toBe(eip155)
  expect(services.auth.asked.at(-1)).toEqual({ code: '123456', proof: undefined })
})

test('before its time the owner is told when it is, in milliseconds', async () => {
  const { services, keys } = await owner()
  services.auth.exporting = { state: 'waiting', notBefore: 1_700_000_000, now: 1_699_999_000 }
  expect(await keys.startExport()).toEqual({ step: 'wait', notBefore: 1_700_000_000_000 })
  expect(await failure(keys.exportWords({ code: '123456' }))).toMatchObject(
    missing('wait', 'The words can be shown after the waiting time.', 1_700_000_000_000),
  )
})

test('with factors of its owner alone each of them shows the words, and what it gave is zeroed', async () => {
  const { services, keys, passkeys, stretch, eip155 } = await owner()
  await keys.addPassphrase(passphrase)
  const { code, confirm } = await keys.createRecoveryCode()
  await confirm(code)
  await challenge(services)
  expect(await keys.startExport()).toEqual({ step: 'factor', passkey: false, recoveryCode: true, passphrase: true })
  const need = missing('factor', 'Use a passkey, the recovery code or the passphrase.')
  expect(await failure(keys.exportWords())).toMatchObject(need)
  expect(await failure(keys.exportWords({ code: '123456' }))).toMatchObject(need)
  await keys.addPasskey()
  await challenge(services)
  for (const given of [{ recoveryCode: code }, { passphrase }, {}, { code: '123456' }]) {
    const words = await keys.exportWords(given)
    expect(mnemonicToAccount(words.join(' ')).address).toBe(eip155)
    expect(services.auth.asked.at(-1)).toEqual({ code: undefined, proof: services.auth.proof })
  }
  expect(await failure(keys.exportWords({ recoveryCode: createRecoveryCode() }))).toMatchObject({ name: 'RecoveryCodeError' })
  expect(await failure(keys.exportWords({ recoveryCode: '', passphrase }))).toMatchObject({ name: 'RecoveryCodeError' })
  expect(await failure(keys.exportWords({ passphrase: 'four other words than those' }))).toMatchObject({ name: 'PassphraseError' })
  expect([...passkeys.given, ...stretch.given].every(isZero)).toBe(true)
})

test('a factor that the service has no challenge for shows nothing', async () => {
  const { services, keys } = await owner()
  await keys.addPassphrase(passphrase)
  await keys.addPasskey()
  await challenge(services, ({ kind }) => kind === 'passkey')
  expect(await failure(keys.exportWords({ passphrase }))).toMatchObject(
    missing('factor', 'Use a passkey, the recovery code or the passphrase.'),
  )
})

test('a browser that cannot sign shows nothing', async () => {
  const { services } = await owner()
  const { keys } = services.visitor()
  await keys.open()
  expect(await failure(keys.exportWords({ code: '123456' }))).toMatchObject({ name: 'WalletLockedError' })
})
