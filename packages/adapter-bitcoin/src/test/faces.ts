import {
  createBitcoinWallet,
  registerLeather,
  registerListed,
  registerOkx,
  registerStandard,
  registerUnisat,
  registerXverse,
  type BitcoinWalletOptions,
  type HeadlessBitcoinWallet,
} from '@portico/testing/bitcoin'
import { follow, testPage } from './page.js'

/** Each shape that a wallet can have, and what is particular about it: `usual` and `asked` are how it signs a message, and how when ECDSA is asked for. */
export const faces = {
  standard: {
    register: registerStandard,
    id: 'standard:Test Bitcoin Wallet',
    hasBoth: true,
    isSilent: true,
    moves: false,
    usual: 'ecdsa',
    asked: 'ecdsa',
  },
  btc_providers: {
    register: registerListed,
    id: 'btc:test_headless_bitcoin.BitcoinProvider',
    hasBoth: true,
    isSilent: true,
    moves: true,
    usual: 'bip322',
    asked: 'ecdsa',
  },
  unisat: { register: registerUnisat, id: 'direct:unisat', hasBoth: false, isSilent: true, moves: true, usual: 'bip322', asked: 'ecdsa' },
  okx: { register: registerOkx, id: 'direct:okx', hasBoth: false, isSilent: true, moves: true, usual: 'bip322', asked: 'ecdsa' },
  leather: {
    register: registerLeather,
    id: 'direct:leather',
    hasBoth: true,
    isSilent: false,
    moves: false,
    usual: 'bip322',
    asked: 'bip322',
  },
  xverse: { register: registerXverse, id: 'direct:xverse', hasBoth: true, isSilent: true, moves: true, usual: 'bip322', asked: 'ecdsa' },
} as const

export type Face = keyof typeof faces
export const faceNames: readonly Face[] = ['standard', 'btc_providers', 'unisat', 'okx', 'leather', 'xverse']

/** A wallet in a page of its own, as the adapter's discovery finds it there. */
export function installed(face: Face, options: BitcoinWalletOptions = {}) {
  const wallet: HeadlessBitcoinWallet = createBitcoinWallet(options)
  const page = testPage()
  const remove = faces[face].register(wallet, { window: page })
  const followed = follow(page)
  followed.stop()
  const [connector] = followed.list()
  if (!connector) throw new Error('the wallet is not there')
  return { wallet, connector, page, remove }
}
