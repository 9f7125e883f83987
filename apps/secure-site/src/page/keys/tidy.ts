/** Putting right what a crash, a restore or an earlier release has left. */
import { type KeysContext, current, exclusive } from './context.js'
import { note } from './device.js'
import { KeyServiceError } from './errors.js'
import { isOwnDevice, isOwnFactor, signFactor } from './factor.js'
import type { OpenRoot } from './root.js'
import { change, keepAtVault, makeAssistedWay, makeFactorWay, makeLeftWay, vaultIds, withDeviceWay } from './write.js'

/** Looks whether the vault holds what it should. Nobody waits for it. */
export function settle(context: KeysContext): void {
  const { state } = context
  const look = async (): Promise<void> => {
    const answer = current(context)
    const { ways, shares } = await statusOf(context)
    const wanted = vaultIds(answer)
    state.untidy = shares || ways.length !== wanted.length || wanted.some((id) => !ways.includes(id))
  }
  state.background = state.background.then(look).catch(() => {})
}

/** Makes anew what the vault lacks, and lets it drop what is void. */
export async function tidy(context: KeysContext, opened: OpenRoot): Promise<void> {
  const { state } = context
  // It gets its ways when it is opened, and was just now.
  if (current(context).wallet.shares) return
  const { ways, factors: known } = await statusOf(context)
  const owned = await ownerOnly(context)
  await change(context, opened, async (answer) => {
    const { root } = opened
    const { assisted, factors } = answer.wallet
    const own = factors.filter((factor) => isOwnFactor(root, factor))
    const lacking = own.filter(({ id }) => !ways.includes(id))
    // Both services may have forgotten a factor, or say so; this browser knows that there was one.
    const lost = owned && own.length === 0 ? known.filter((factor) => isOwnFactor(root, factor)) : []
    if (owned && own.length === 0 && lost.length === 0) throw factorsMissing()
    const again = [...lacking, ...lost].map((factor) => signFactor(root, { ...factor, id: crypto.randomUUID() }))
    const making = { root, answer }
    const add = await Promise.all(again.map((factor) => makeFactorWay(making, factor)))
    const lacksAssisted = assisted !== null && !ways.includes(assisted)
    if (lacksAssisted && !owned) add.push(await makeAssistedWay(making))
    return { add, remove: [...lacking.map(({ id }) => id), ...(assisted !== null && (lacksAssisted || owned) ? [assisted] : [])] }
  })
  if (state.untidy) await keepAtVault(context, opened)
}

/** Gives a wallet of shares ways in, for all that had a share: this browser, the others, the vault and the factors. */
export function moveToWays(context: KeysContext, opened: OpenRoot): Promise<void> {
  return exclusive(context, async () => {
    if (!current(context).wallet.shares) return
    const { root } = opened
    const { factors: known } = await statusOf(context)
    const factors = known.filter((factor) => isOwnFactor(root, factor))
    const owned = (await ownerOnly(context)) || factors.some(({ only }) => only)
    // Nothing is made that the owner was told is not there any more.
    if (owned && factors.length === 0) throw factorsMissing()
    const { walletId } = current(context)
    const deviceId = (await context.store.get(walletId).catch(() => undefined))?.deviceId
    await change(context, opened, async (answer) => {
      const making = { root, answer }
      const { shares } = answer.wallet
      if (!shares) return { add: await withDeviceWay(context, making, []), remove: [] }
      const others = shares.devices.filter((device) => device.id !== deviceId && isOwnDevice(root, device))
      const made = await Promise.all([
        ...others.map((device) => makeLeftWay(making, device)),
        ...factors.map((factor) => makeFactorWay(making, factor)),
        ...(owned ? [] : [makeAssistedWay(making)]),
      ])
      return { add: await withDeviceWay(context, making, made), remove: [] }
    })
    if (context.store.lasting) await note(context, walletId, { shares: [] }).catch(() => {})
  })
}

/** Whether nobody but the owner recovers the wallet: once it is so it stays so, whatever the services say. */
async function ownerOnly(context: KeysContext): Promise<boolean> {
  const { walletId, wallet } = current(context)
  const stored = await context.store.get(walletId).catch(() => undefined)
  return wallet.mode === 'user' || stored?.ownerOnly === true
}

/** What the vault holds. */
export async function statusOf(context: KeysContext) {
  const { api } = context
  return await api.vault.status({ ticket: await api.ticket('status'), eip155: current(context).wallet.addresses.eip155 })
}

function factorsMissing(): KeyServiceError {
  return new KeyServiceError({ code: 'factors-missing', message: 'The recovery service lost the factors.' })
}
