import { Buffer } from 'node:buffer'
import type { BrowserContext, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { getAddress } from 'viem'
import { launchOptions } from '../scripts/browser.mjs'
import { cameraArgs, holdUp } from './helpers/camera.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

const recipient = getAddress('0x00000000000000000000000000000000000a11ce')
const { args = [], ...launch } = launchOptions()
test.use({ launchOptions: { ...launch, args: [...args, ...cameraArgs] } })

const field = (page: Page, name: string) => modalOf(page).root.getByRole('textbox', { name })

/** To the form of an account that can send, in a browser where the visitor gave these permissions and no others. */
async function openSend(context: BrowserContext, page: Page, permissions: readonly string[] = ['camera']): Promise<void> {
  await context.grantPermissions([...permissions])
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  await modalOf(page).button('Send').click()
  await expect(modalOf(page).title).toHaveText('Send')
}

/** Holds a code up, and comes back to the form once it is read. */
async function scan(page: Page, text: string): Promise<void> {
  holdUp(text)
  await modalOf(page).button('Scan a QR code').click()
  await expect(modalOf(page).title).toHaveText('Send', { timeout: 20_000 })
}

/** As Chromium has it on Android and macOS and not here: it reads the pixels of the camera's picture, outside of the page. */
async function withDetector(context: BrowserContext): Promise<void> {
  await context.exposeFunction(
    'readPixels',
    (base64: string, width: number, height: number) =>
      jsQR.default(new Uint8ClampedArray(Buffer.from(base64, 'base64')), width, height)?.data,
  )
  await context.addInitScript(() => {
    class BarcodeDetector {
      static getSupportedFormats = () => Promise.resolve(['code_128', 'qr_code'])
      async detect(video: HTMLVideoElement) {
        const { videoWidth: width, videoHeight: height } = video
        const canvas = new OffscreenCanvas(width, height).getContext('2d')
        canvas?.drawImage(video, 0, 0)
        const { data } = canvas?.getImageData(0, 0, width, height) ?? { data: [] }
        let bytes = ''
        for (let at = 0; at < data.length; at += 8192) bytes += String.fromCharCode(...data.slice(at, at + 8192))
        const { readPixels } = window as unknown as { readPixels: (...picture: unknown[]) => Promise<string | undefined> }
        const rawValue = await readPixels(btoa(bytes), width, height)
        return rawValue === undefined ? [] : [{ rawValue }]
      }
    }
    Object.assign(window, { BarcodeDetector })
  })
}

/** Whether the tracks of the camera that a page opened have ended: its lamp is off. */
const watchCamera = (page: Page) =>
  page.addInitScript(() => {
    const streams: MediaStream[] = []
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      streams.push(stream)
      return stream
    }
    Object.assign(window, { streams })
  })
const tracks = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
  )

const isDecoder = (url: string) => /\/decode-[\w-]{8}\.js$/.test(new URL(url).pathname)

test('an address is scanned by the decoder that is fetched then, and the camera is let go', async ({ context, page, seen }) => {
  await watchCamera(page)
  await openSend(context, page)
  expect(seen.requests.filter(isDecoder)).toEqual([])
  await scan(page, `ethereum:${recipient}`)
  await expect(field(page, 'Recipient')).toHaveValue(recipient)
  expect(seen.requests.filter(isDecoder)).toHaveLength(1)
  await expect.poll(() => tracks(page)).toEqual(['ended'])
})

test('an address with an amount is scanned by the browser’s own detector, and no decoder is fetched', async ({ context, page, seen }) => {
  await withDetector(context)
  await openSend(context, page)
  await scan(page, `ethereum:${recipient}@1?value=2.5e17`)
  await expect(field(page, 'Recipient')).toHaveValue(recipient)
  await expect(field(page, 'Amount')).toHaveValue('0.25')
  await expect(modalOf(page).button('Preview Send')).toBeEnabled()
  expect(seen.requests.filter(isDecoder)).toEqual([])
})

test('nothing is taken while there is no code, and leaving lets the camera go', async ({ context, page }) => {
  await watchCamera(page)
  holdUp()
  await openSend(context, page)
  await modalOf(page).button('Scan a QR code').click()
  await expect(modalOf(page).root.getByText('Hold the recipient’s code in front of the camera')).toBeVisible()
  await page.waitForTimeout(1000)
  await expect(modalOf(page).title).toHaveText('Scan')
  expect(await tracks(page)).toEqual(['live'])
  await modalOf(page).back()
  await expect(field(page, 'Recipient')).toHaveValue('')
  await expect.poll(() => tracks(page)).toEqual(['ended'])
})

const bad = 'That’s not an address or a known name'
const hostile = [
  {
    name: 'of another chain family',
    text: 'bitcoin:bc1qpmflkvrhqxn288kc43rl3c8urpvdrxjst0darl?amount=1',
    sentence: 'This address is for Bitcoin',
    button: 'Invalid Address',
  },
  { name: 'of another scheme', text: 'javascript:alert(document.domain)', sentence: bad, button: 'Invalid Address' },
  { name: 'of a web page', text: 'https://shop.example/pay?to=me', sentence: bad, button: 'Invalid Address' },
  {
    name: 'that calls a contract',
    text: `ethereum:${recipient}@1/approve?address=${recipient}&uint256=1e30`,
    sentence: bad,
    button: 'Invalid Address',
  },
  { name: 'with a wrong checksum', text: recipient.replace('A11cE', 'a11Ce'), sentence: bad, button: 'Invalid Address' },
  {
    name: 'of another network',
    text: `ethereum:${recipient}@10?value=1e18`,
    sentence: 'This address is for OP Mainnet',
    button: 'Add Amount',
  },
] as const

for (const { name, text, sentence, button } of hostile) {
  test(`S36: a code ${name} is told so in a sentence, and nothing can be sent`, async ({ context, page }) => {
    await openSend(context, page)
    await scan(page, text)
    await expect(modalOf(page).root.getByText(sentence).first()).toBeVisible()
    await expect(field(page, 'Amount')).toHaveValue('')
    if (button === 'Invalid Address') await field(page, 'Amount').fill('0.1')
    await expect(modalOf(page).button(button)).toBeDisabled()
  })
}

test('S36: a code with an amount that nobody has fills it in, and it is refused', async ({ context, page }) => {
  await openSend(context, page)
  await scan(page, `ethereum:${recipient}?value=1e40`)
  await expect(field(page, 'Recipient')).toHaveValue(recipient)
  await expect(modalOf(page).button('Insufficient Funds')).toBeDisabled()
})

test('a camera that is not allowed is told of, the address can be pasted, and the camera be tried again', async ({ context, page }) => {
  await openSend(context, page, ['clipboard-read', 'clipboard-write'])
  holdUp(recipient)
  const { root, button, back, title } = modalOf(page)
  await button('Scan a QR code').click()
  await expect(root.getByRole('alert')).toContainText('The camera is not allowed')
  await back()
  await page.evaluate((text) => navigator.clipboard.writeText(text), recipient)
  await button('Paste').click()
  await expect(field(page, 'Recipient')).toHaveValue(recipient)
  await button('Clear the recipient').click()
  await button('Scan a QR code').click()
  await expect(root.getByRole('alert')).toContainText('The camera is not allowed')
  await context.grantPermissions(['camera'])
  await button('Try again').click()
  await expect(title).toHaveText('Send', { timeout: 20_000 })
  await expect(field(page, 'Recipient')).toHaveValue(recipient)
})
