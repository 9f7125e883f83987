import { type Hex, concatHex, encodeDeployData, getCreate2Address, keccak256, pad, parseUnits } from 'viem'
import { deployNameResolver } from '@portico/contracts/deploy'
import { operator, nameSigner } from '../accounts.js'
import { collectionAbi, collectionBytecode } from './artifacts/collection.js'
import { factoryAbi, factoryBytecode } from './artifacts/factory.js'
import { multicallAbi, multicallBytecode } from './artifacts/multicall.js'
import { nameRegistryAbi, nameRegistryBytecode } from './artifacts/nameRegistry.js'
import { nameResolverAbi, nameResolverBytecode } from './artifacts/nameResolver.js'
import { pairAbi, pairBytecode } from './artifacts/pair.js'
import { poolFactoryAbi, poolFactoryBytecode } from './artifacts/poolFactory.js'
import { quoterAbi, quoterBytecode } from './artifacts/quoter.js'
import { reverseRegistrarAbi, reverseRegistrarBytecode } from './artifacts/reverseRegistrar.js'
import { routerAbi, routerBytecode } from './artifacts/router.js'
import { router02Abi, router02Bytecode } from './artifacts/router02.js'
import { tokenAbi, tokenBytecode } from './artifacts/token.js'
import { universalNameResolverAbi, universalNameResolverBytecode } from './artifacts/universalNameResolver.js'
import { wrappedEtherAbi, wrappedEtherBytecode } from './artifacts/wrappedEther.js'
import { sandboxPaymaster } from './smartAccounts.js'

/** Puts code at an address that depends on nothing but the code, on any chain. Anvil has it from the start. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Addresses that clients know by heart. Code is placed there, since nobody can deploy to them. */
export const wellKnown = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  ensRegistry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  ensUniversalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
} as const

const salt = pad('0x')

/** Answers for all names below {@link parentName}; the operator tells it where the gateway is, since its address follows from what it is made with. */
export const offchainNames = deployNameResolver({ owner: operator, urls: [], signers: [nameSigner.address] })

/** The contracts of the sandbox: what to run to create each, and where it will be. @param batchGateway where clients ask for names that are not on a chain */
export function deployments(batchGateway: string) {
  const deployed = (initCode: Hex) => ({
    initCode,
    address: getCreate2Address({ from: create2Deployer, salt, bytecodeHash: keccak256(initCode) }),
  })
  const token = (name: string, symbol: string, decimals: number) => {
    const args = [name, symbol, decimals, parseUnits('10000', decimals), operator] as const
    return deployed(encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args }))
  }

  const weth = deployed(encodeDeployData({ abi: wrappedEtherAbi, bytecode: wrappedEtherBytecode }))
  const factory = deployed(encodeDeployData({ abi: factoryAbi, bytecode: factoryBytecode }))
  const routerArgs = [factory.address, weth.address] as const
  const poolFactory = deployed(encodeDeployData({ abi: poolFactoryAbi, bytecode: poolFactoryBytecode }))
  const quoterArgs = [poolFactory.address, weth.address] as const
  const router02Args = [poolFactory.address, factory.address, weth.address] as const
  const resolver = deployed(encodeDeployData({ abi: nameResolverAbi, bytecode: nameResolverBytecode, args: [wellKnown.ensRegistry] }))
  const reverseArgs = [wellKnown.ensRegistry, resolver.address] as const
  return {
    /** By CREATE2, on every chain. */
    everywhere: {
      usdc: token('USD Coin', 'USDC', 6),
      dai: token('Dai Stablecoin', 'DAI', 18),
      port: token('Portico', 'PORT', 18),
      weth,
      collection: deployed(encodeDeployData({ abi: collectionAbi, bytecode: collectionBytecode })),
      factory,
      router: deployed(encodeDeployData({ abi: routerAbi, bytecode: routerBytecode, args: routerArgs })),
      poolFactory,
      quoter: deployed(encodeDeployData({ abi: quoterAbi, bytecode: quoterBytecode, args: quoterArgs })),
      router02: deployed(encodeDeployData({ abi: router02Abi, bytecode: router02Bytecode, args: router02Args })),
    },
    /** By CREATE2, on Ethereum alone. */
    ethereumOnly: {
      ensResolver: resolver,
      ensReverse: deployed(encodeDeployData({ abi: reverseRegistrarAbi, bytecode: reverseRegistrarBytecode, args: reverseArgs })),
    },
    /** By placing the code that a simulated deployment answers with. */
    placed: {
      multicall3: {
        address: wellKnown.multicall3,
        initCode: encodeDeployData({ abi: multicallAbi, bytecode: multicallBytecode }),
      },
    },
    placedOnEthereum: {
      ensRegistry: {
        address: wellKnown.ensRegistry,
        initCode: encodeDeployData({ abi: nameRegistryAbi, bytecode: nameRegistryBytecode, args: [operator] }),
      },
      ensUniversalResolver: {
        address: wellKnown.ensUniversalResolver,
        initCode: encodeDeployData({
          abi: universalNameResolverAbi,
          bytecode: universalNameResolverBytecode,
          args: [wellKnown.ensRegistry, batchGateway],
        }),
      },
    },
  }
}

/** The address of the pool of two tokens. */
export function pairAddress(factory: Hex, tokenA: Hex, tokenB: Hex): Hex {
  const args = BigInt(tokenA) < BigInt(tokenB) ? ([tokenA, tokenB] as const) : ([tokenB, tokenA] as const)
  const initCode = encodeDeployData({ abi: pairAbi, bytecode: pairBytecode, args })
  return getCreate2Address({ from: factory, salt, bytecodeHash: keccak256(initCode) })
}

/** Where everything is: what scripts/build-contracts.mjs writes to artifacts/addresses.ts. */
export function computeAddresses(): Record<string, Hex> {
  const { everywhere, ethereumOnly } = deployments('')
  const { usdc, dai, port, weth, collection, factory, router, poolFactory, quoter, router02 } = everywhere
  const pair = (a: { address: Hex }, b: { address: Hex }) => pairAddress(factory.address, a.address, b.address)
  return {
    usdc: usdc.address,
    dai: dai.address,
    port: port.address,
    weth: weth.address,
    collection: collection.address,
    factory: factory.address,
    router: router.address,
    poolFactory: poolFactory.address,
    quoter: quoter.address,
    router02: router02.address,
    wethUsdcPair: pair(weth, usdc),
    wethDaiPair: pair(weth, dai),
    usdcDaiPair: pair(usdc, dai),
    wethPortPair: pair(weth, port),
    ...wellKnown,
    ensResolver: ethereumOnly.ensResolver.address,
    ensReverse: ethereumOnly.ensReverse.address,
    offchainNames: offchainNames.address,
    paymaster: sandboxPaymaster.address,
  }
}

/** Joins the deployer's salt and a creation code to the data of a transaction to {@link create2Deployer}. */
export function create2Data(initCode: Hex): Hex {
  return concatHex([salt, initCode])
}
