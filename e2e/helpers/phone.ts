import { createWalletConnectWallet, type WalletConnectWallet, type WalletConnectWalletOptions } from '@portico/testing/walletconnect'
import type { BrowserContext, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { WebSocket } from 'ws'
import { bitcoinNode, nodes, relayUrl, solanaNodes } from './sandbox.js'
import { expect } from './test.js'

const opened: WalletConnectWallet[] = []

/** A wallet on a phone: all three chain families, on the sandbox. It agrees to everything, unless told otherwise. */
export function openPhone(options: Partial<WalletConnectWalletOptions> = {}): WalletConnectWallet {
  const phone = createWalletConnectWallet({
    relayUrl,
    WebSocket,
    name: 'Pocket',
    networks: {
      'eip155:1': nodes[1],
      'eip155:10': nodes[10],
      'eip155:8453': nodes[8453],
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': solanaNodes['solana:mainnet'],
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': solanaNodes['solana:devnet'],
      'bip122:000000000019d6689c085ae165831e93': bitcoinNode,
    },
    ...options,
  })
  opened.push(phone)
  return phone
}

/** Ends the phones of a test, for `afterEach`. */
export function closePhones(): void {
  for (const phone of opened.splice(0)) phone.close()
}

/** What a camera in front of the screen reads: the text of the code in the modal, from a picture of it. */
export async function scanScreen(page: Page, pattern = /^wc:/): Promise<string> {
  let text = ''
  await expect(async () => {
    text = (await readCode(page)) ?? ''
    expect(text).toMatch(pattern)
  }).toPass({ timeout: 10_000 })
  return text
}

/**
 * Signs with Farcaster on the phone that a link opens. Its page is closed when it has answered: Chromium now and then never
 * closes one whose form is still on its way.
 */
export async function signOnPhone(context: BrowserContext, link: string): Promise<void> {
  const phone = await context.newPage()
  await phone.goto(link)
  await phone.locator('button[name="fid"]').first().click()
  await expect(phone.getByRole('heading')).toHaveText('Signed in')
  await phone.close()
}

async function readCode(page: Page): Promise<string | undefined> {
  const picture = (await page.locator('portico-modal .po-qr').screenshot({ animations: 'disabled' })).toString('base64')
  // A camera comes closer until it can read.
  for (const scale of [1, 2, 3]) {
    const { dots, width, height } = await dotsOf(page, picture, scale)
    const text = jsQR.default(new Uint8ClampedArray(Buffer.from(dots, 'base64')), width, height)?.data
    if (text) return text
  }
  return undefined
}

/** A picture as RGBA bytes, larger and smoothed. */
const dotsOf = (page: Page, picture: string, scale: number) =>
  page.evaluate(
    async ({ base64, scale: times }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const [width, height] = [bitmap.width * times, bitmap.height * times]
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('There is no canvas.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      let text = ''
      for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.slice(at, at + 8192))
      return { dots: btoa(text), width, height }
    },
    { base64: picture, scale },
  )
