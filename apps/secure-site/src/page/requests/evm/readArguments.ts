import type { AbiParameter, DecodeAbiParametersReturnType, Hex } from 'viem'
import { decodeAbiParameters, encodeAbiParameters, sliceHex } from 'viem/utils'

/** The arguments of a call; undefined where its bytes are not just these. More may follow, which contracts do not read: sites mark their calls so. */
export function readArguments<const P extends readonly AbiParameter[]>(
  parameters: P,
  data: Hex,
): DecodeAbiParametersReturnType<P> | undefined {
  try {
    const body: Hex = data.length > 10 ? sliceHex(data, 4) : '0x'
    const values = decodeAbiParameters(parameters, body)
    const exact = encodeAbiParameters<readonly AbiParameter[]>(parameters, values)
    return body.toLowerCase().startsWith(exact) ? values : undefined
  } catch {
    return undefined
  }
}
