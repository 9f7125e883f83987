import { PorticoError, type NetworkId } from '@portico/core'

/** JSON-RPC and EIP-1193 codes that a request is refused with. */
export const codes = {
  invalidParams: -32602,
  methodNotAllowed: -32601,
  internal: -32603,
  reverted: -32521,
  unauthorized: 4100,
  unsupported: 4200,
  chainDisconnected: 4901,
  unsupportedCapability: 5700,
  unsupportedBatchChain: 5710,
  duplicateBatch: 5720,
  unknownBatch: 5730,
  batchTooLarge: 5740,
  atomicityUnsupported: 5760,
} as const

/** The parameters are not what the method takes: -32602. Nothing was shown and nothing is signed. */
export class InvalidParamsError extends PorticoError {
  override readonly name = 'InvalidParamsError'
  constructor({ problem, cause }: { problem: string; cause?: unknown }) {
    super(`Invalid parameters: ${problem}.`, { code: codes.invalidParams, shown: 'The site sent a request that makes no sense', cause })
  }
}

/** The request, the active chain and the signed text do not agree on the chain (S14): 4901, or -32602 where the text itself differs. */
export class ChainMismatchError extends PorticoError {
  override readonly name = 'ChainMismatchError'
  constructor({ asked, active, code = codes.chainDisconnected }: { asked: string; active: string; code?: 4901 | -32602 }) {
    super(`The request is for ${asked}, and the active chain is ${active}.`, { code, shown: 'The request is for another network' })
  }
}

/** A batch that is not sent here, with the code that EIP-5792 has for the reason. */
export class BatchRefusedError extends PorticoError {
  override readonly name = 'BatchRefusedError'
  constructor({ problem, code }: { problem: string; code: number }) {
    super(`The batch was refused: ${problem}.`, { code, shown: 'This wallet cannot do that' })
  }
}

/** No batch with this id was sent from here for this site: 5730 (EIP-5792). */
export class BatchUnknownError extends PorticoError {
  override readonly name = 'BatchUnknownError'
  constructor() {
    super('There is no batch with this id.', { code: codes.unknownBatch, shown: 'Nothing is known of this batch' })
  }
}

/** The operator's table has no such network: 4901 (S6). */
export class NetworkNotServedError extends PorticoError {
  override readonly name = 'NetworkNotServedError'
  constructor({ networkId }: { networkId: NetworkId }) {
    super(`The network ${networkId} is not served here.`, { code: codes.chainDisconnected, shown: 'This network is not available' })
  }
}

/** The request names an account that is not this wallet's: 4100. */
export class AccountMismatchError extends PorticoError {
  override readonly name = 'AccountMismatchError'
  constructor() {
    super('The request is for an account that this wallet does not have.', {
      code: codes.unauthorized,
      shown: 'The request is for another account',
    })
  }
}

/** Typed data that a contract cannot sign, whatever the account: -32602. A plain account can. */
export class SmartAccountSignatureError extends PorticoError {
  override readonly name = 'SmartAccountSignatureError'
  constructor({ problem, cause }: { problem: string; cause?: unknown }) {
    super(problem, { code: codes.invalidParams, shown: 'This application might not support Smart Accounts', cause })
  }
}

/** Something that a smart account does not send: a contract's code, or an authorisation of ERC-7702: 4200. */
export class SmartAccountTransactionError extends PorticoError {
  override readonly name = 'SmartAccountTransactionError'
  constructor({ problem }: { problem: string }) {
    super(`A smart account cannot send this: ${problem}.`, {
      code: codes.unsupported,
      shown: 'This application might not support Smart Accounts',
    })
  }
}

/** What is signed here would decide over the smart account of the key: -32602. Nothing was shown, and nothing is signed. */
export class AccountControlError extends PorticoError {
  override readonly name = 'AccountControlError'
  constructor({ problem }: { problem: string }) {
    super(`The request was refused: ${problem}.`, {
      code: codes.invalidParams,
      shown: 'The site asked for control of this account',
    })
  }
}

/** An operation for another entry point than the one that the account is written for: -32602. */
export class EntryPointNotSupportedError extends PorticoError {
  override readonly name = 'EntryPointNotSupportedError'
  constructor({ entryPoint }: { entryPoint: string }) {
    super(`The entry point ${entryPoint.slice(0, 42)} is not the one of this account.`, {
      code: codes.invalidParams,
      hint: 'eth_supportedEntryPoints tells which one is.',
      shown: 'This application might not support Smart Accounts',
    })
  }
}

/** The bundler, or the entry point by it, does not take the operation: with the bundler's own code. */
export class OperationRefusedError extends PorticoError {
  override readonly name = 'OperationRefusedError'
  constructor({ cause }: { cause: NodeAnswerError }) {
    const unpaid = /AA21|AA31|AA26|insufficient funds/i.test(cause.message)
    super(cause.message, {
      ...(cause.code !== undefined && { code: cause.code }),
      shown: unpaid ? 'There is not enough on this account for the network fee' : 'The network refused the request',
      cause,
    })
  }
}

/** It was sent, and nobody can say yet what became of it: -32603. */
export class OperationPendingError extends PorticoError {
  override readonly name = 'OperationPendingError'
  /** Of the operation (ERC-4337): wallet_getCallsStatus and eth_getUserOperationReceipt tell of it. */
  readonly hash: string
  constructor({ hash }: { hash: string }) {
    super(`The operation ${hash} was sent, and is not in a block yet.`, {
      code: codes.internal,
      shown: 'It was sent, and the network has not done it yet. Look before you send it again.',
    })
    this.hash = hash
  }
}

/** It came into a block, and its calls failed there: -32521 (ERC-7769). The transaction that it was in says nothing of that. */
export class OperationFailedError extends PorticoError {
  override readonly name = 'OperationFailedError'
  constructor({ hash }: { hash: string }) {
    super(`The operation ${hash} failed on the chain, and its fee is paid.`, {
      code: codes.reverted,
      shown: 'It failed on the network, and the fee is paid',
    })
  }
}

/** A permission is asked of a plain account, which can give none: 4200. A smart account holds whoever uses one to its limits. */
export class PermissionAccountError extends PorticoError {
  override readonly name = 'PermissionAccountError'
  constructor() {
    super('A plain account cannot let a site act by itself.', {
      code: codes.unsupported,
      shown: 'Only a smart account can allow this. Choose it in the settings, and try again.',
      hint: "Have the visitor use the smart account: setPreferredAccount('smartAccount').",
    })
  }
}

/** The operator has not turned permissions on for the network: 4200. */
export class PermissionNetworkError extends PorticoError {
  override readonly name = 'PermissionNetworkError'
  constructor({ networkId }: { networkId: NetworkId }) {
    super(`Permissions are not turned on for ${networkId}.`, {
      code: codes.unsupported,
      shown: 'Sites cannot be allowed to act by themselves on this network',
      hint: 'The operator of the wallet turns them on with PORTICO_SECURE_SITE_PERMISSIONS.',
    })
  }
}

/** What the wallet service wants signed for a permission is not what was asked for: -32603. Nothing was shown, and nothing is signed. */
export class PermissionOfferError extends PorticoError {
  override readonly name = 'PermissionOfferError'
  constructor() {
    super('The wallet service offers another permission than was asked for.', {
      code: codes.internal,
      shown: 'The wallet service did not answer as expected',
    })
  }
}

/** A method that is listed, and that no account here does: 4200. */
export class MethodNotSupportedError extends PorticoError {
  override readonly name = 'MethodNotSupportedError'
  constructor({ method }: { method: string }) {
    super(`${method} is not supported yet by this wallet.`, { code: codes.unsupported, shown: 'This wallet cannot do that yet' })
  }
}

/** 'Requested RPC call is not allowed', shown as 'Action not allowed'. */
export class CallNotAllowedError extends PorticoError {
  override readonly name = 'CallNotAllowedError'
  constructor() {
    super('Requested RPC call is not allowed', { code: codes.methodNotAllowed, shown: 'Action not allowed' })
  }
}

/** A sign-in text that is not for the page it comes from (S25), or that only resembles one: -32602. */
export class SignInRefusedError extends PorticoError {
  override readonly name = 'SignInRefusedError'
  constructor({ problem }: { problem: string }) {
    super(`The sign-in message was refused: ${problem}.`, {
      code: codes.invalidParams,
      shown: 'This sign-in is not for the site you are on',
    })
  }
}

/** A message about an account's name that is for another page than the one that asks: -32602. */
export class NameMessageRefusedError extends PorticoError {
  override readonly name = 'NameMessageRefusedError'
  constructor() {
    super('The message about a name is for another page than the one that asks.', {
      code: codes.invalidParams,
      shown: 'This message is not for the site you are on',
    })
  }
}

/** A message to sign that is a transaction (S16): -32602. */
export class TransactionAsMessageError extends PorticoError {
  override readonly name = 'TransactionAsMessageError'
  constructor() {
    super('The message is a transaction.', { code: codes.invalidParams, shown: 'The site hid a transaction in a message' })
  }
}

/** An ERC-7702 delegation to code that the operator does not list (S15): -32602. */
export class DelegateNotListedError extends PorticoError {
  override readonly name = 'DelegateNotListedError'
  constructor({ delegate }: { delegate: string }) {
    super(`The account may not be handed to ${delegate}.`, {
      code: codes.invalidParams,
      shown: 'The site asked for control of this account',
    })
  }
}

/** The key that was brought together is not the account's. Nothing was signed. */
export class WrongKeyError extends PorticoError {
  override readonly name = 'WrongKeyError'
  constructor() {
    super('The key does not belong to the account.', { code: codes.internal, shown: 'The wallet could not be opened' })
  }
}

/** The operator's node did not answer, or not in a form that can be read (R9): -32603. */
export class NodeUnreachableError extends PorticoError {
  override readonly name = 'NodeUnreachableError'
  /** The same as of the wallet's own service, for which sites' modals have a sentence. */
  readonly reason = 'unreachable'
  constructor({ method, problem, cause }: { method: string; problem: string; cause?: unknown }) {
    super(`The node did not answer ${method}: ${problem}.`, { code: codes.internal, shown: 'The network is not answering', cause })
  }
}

/** The operator's node answered with an error of its own, which keeps its code. */
export class NodeAnswerError extends PorticoError {
  override readonly name = 'NodeAnswerError'
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message, { code, shown: 'The network refused the request' })
    this.data = data
  }
}
