import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { entryPoint08Address } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import * as deploy from './deploy/index.js'
import * as contracts from './index.js'
import * as names from './names/index.js'
import * as paymaster from './paymaster/index.js'
import * as permissions from './permissions/index.js'

test('the committed code, ABIs and addresses are what the sources give, byte by byte', async () => {
  const script = fileURLToPath(new URL('../scripts/build-contracts.mjs', import.meta.url))
  const { stderr } = await promisify(execFile)(process.execPath, [script, '--check'])
  expect(stderr).toBe('')
}, 240_000)

test('the doors', () => {
  expect(Object.keys(contracts).toSorted()).toMatchInlineSnapshot(`
    [
      "CallDataError",
      "PermissionError",
      "PermissionUseError",
      "TypedDataUnsignableError",
      "accountAbi",
      "accountAddress",
      "accountDomain",
      "accountFactory",
      "accountFactoryAbi",
      "accountImplementation",
      "accountInitCode",
      "batchMode",
      "callsItself",
      "decodeExecute",
      "delegateIn",
      "delegationTo",
      "encodeExecute",
      "encodeExecuteBatch",
      "entryPoint08",
      "entryPoint08Abi",
      "messageToSign",
      "simple7702Account",
      "typedDataToSign",
      "wrap6492",
      "wrapTypedDataSignature",
    ]
  `)
  expect(Object.keys(deploy).toSorted()).toMatchInlineSnapshot(`
    [
      "create2Deployer",
      "deployAccountFactory",
      "deployNameResolver",
      "deployPaymaster",
    ]
  `)
  expect(Object.keys(names).toSorted()).toEqual(['encodeNameAnswer', 'nameAnswerToSign', 'offchainNameResolverAbi'])
  expect(Object.keys(paymaster).toSorted()).toMatchInlineSnapshot(`
    [
      "decodePaymasterData",
      "encodePaymasterData",
      "paymasterAbi",
      "sponsorshipToSign",
      "stubPaymasterSignature",
    ]
  `)
  expect(Object.keys(permissions).toSorted()).toMatchInlineSnapshot(`
    [
      "anybody",
      "delegationHash",
      "delegationManager",
      "delegationManagerAbi",
      "delegationTypedData",
      "enforcers",
      "makeDelegation",
      "movesTokens",
      "permissionContext",
      "readPermissionContext",
      "redeemDelegations",
      "redeemPermission",
      "rootAuthority",
      "stopDelegation",
      "textOfSessions",
      "textOfStop",
      "textOfUse",
    ]
  `)
})

test('the entry point is the one that everybody knows', () => {
  expect(contracts.entryPoint08.address).toBe(entryPoint08Address)
})
