'use client'
import type { Namespace, Portico } from '@portico/core'
import { useAction, type Action } from './useAction.js'

/** An action of core as a hook, for one chain family unless a call names another: `useDisconnect({ namespace: 'solana' })`. */
export function useActionIn<Data, Failure, Parameters extends { readonly namespace?: Namespace }>(
  run: (portico: Portico, parameters: Parameters) => Promise<Data>,
  { namespace }: { readonly namespace?: Namespace } = {},
): Action<Data, Failure, Parameters> {
  return useAction<Data, Failure, Parameters>((portico, parameters) => run(portico, namespace ? { namespace, ...parameters } : parameters))
}
