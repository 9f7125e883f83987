import { type Address, type Hex, concatHex, numberToHex, zeroAddress } from 'viem'

/** A user operation of EntryPoint 0.8 as clients send it, as far as a sponsor agrees to it: all but the two signatures. */
export interface SponsoredOperation {
  sender: Address
  nonce: bigint
  factory?: Address | undefined
  factoryData?: Hex | undefined
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

export interface SponsorshipToSignParameters {
  paymaster: Address
  chainId: number
  operation: SponsoredOperation
  /** Whom the sender delegates to when the operation is mined (EIP-7702): any other code is not paid for. None for a contract of its own. */
  delegate?: Address | undefined
  /** Seconds since 1970 of the chain's clock. */
  validAfter: number
  /** Seconds since 1970 of the chain's clock. */
  validUntil: number
}

const types = {
  Sponsorship: [
    { name: 'sender', type: 'address' },
    { name: 'delegate', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const

/**
 * What the paymaster's signer signs as typed data to pay for an operation, on one chain and for a while.
 * @example
 * const times = { validAfter: now, validUntil: now + 300 } // seconds since 1970
 * const signature = await signer.signTypedData(sponsorshipToSign({ paymaster, chainId: 8453, operation, ...times }))
 */
export function sponsorshipToSign(parameters: SponsorshipToSignParameters) {
  const { paymaster, chainId, operation, delegate = zeroAddress, validAfter, validUntil } = parameters
  const { sender, nonce, callData, preVerificationGas, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
  const initCode = operation.factory ? concatHex([marked(operation.factory), operation.factoryData ?? '0x']) : '0x'
  const accountGasLimits = pair(operation.verificationGasLimit, operation.callGasLimit)
  const gasFees = pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas)
  const limits = { paymasterVerificationGasLimit, paymasterPostOpGasLimit }
  return {
    domain: { name: 'Portico Paymaster', version: '1', chainId, verifyingContract: paymaster },
    types,
    primaryType: 'Sponsorship',
    message: {
      sender,
      delegate,
      nonce,
      initCode,
      callData,
      accountGasLimits,
      preVerificationGas,
      gasFees,
      ...limits,
      validAfter,
      validUntil,
    },
  } as const
}

/** The paymaster reads the mark of a delegated account in twenty bytes, however a bundler brings it. */
const marked = (factory: Hex): Hex => (factory === '0x7702' ? `${factory}${'00'.repeat(18)}` : factory)

/** Two numbers of 16 bytes, as EntryPoint 0.8 packs them. */
function pair(first: bigint, second: bigint): Hex {
  return concatHex([numberToHex(first, { size: 16 }), numberToHex(second, { size: 16 })])
}
