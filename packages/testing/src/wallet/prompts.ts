import { rpcError, rpcErrorCodes } from './errors.js'
import type { PendingRequest, WalletRequest } from './types.js'

interface Prompt extends PendingRequest {
  readonly settle: { approve(): void; reject(error: unknown): void }
}

export interface Prompts {
  readonly pending: readonly PendingRequest[]
  /** Shows a request to the person. Resolves when they agree, rejects when they decline. */
  ask(request: WalletRequest, summary: string): Promise<void>
  approve(id?: number): void
  reject(id?: number, error?: unknown): void
  rejectAll(): void
}

/** The requests on the wallet's screen. */
export function createPrompts({ onChange }: { readonly onChange: () => void }): Prompts {
  const prompts = new Map<number, Prompt>()
  let pending: readonly PendingRequest[] = []

  const changed = () => {
    pending = Array.from(prompts.values(), ({ settle: _, ...shown }) => shown)
    onChange()
  }
  const take = (id: number | undefined) => {
    const prompt = id === undefined ? [...prompts.values()][0] : prompts.get(id)
    if (!prompt) throw new Error(id === undefined ? 'No request is waiting.' : `No request ${id} is waiting.`)
    prompts.delete(prompt.id)
    return prompt
  }

  return {
    get pending() {
      return pending
    },
    ask(request, summary) {
      return new Promise<void>((resolve, reject) => {
        prompts.set(request.id, { ...request, summary, settle: { approve: resolve, reject } })
        changed()
      })
    },
    approve(id) {
      take(id).settle.approve()
      changed()
    },
    reject(id, error = rpcError(rpcErrorCodes.userRejected)) {
      take(id).settle.reject(error)
      changed()
    },
    rejectAll() {
      for (const { settle } of prompts.values()) settle.reject(rpcError(rpcErrorCodes.userRejected))
      prompts.clear()
      changed()
    },
  }
}
