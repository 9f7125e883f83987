import type { Portico } from '@portico/core'
import { sendFormStore, startSend } from '@portico/core/send'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { encode } from 'uqr'
import { expect, waitFor, within } from 'storybook/test'
import { ar } from '../../locales/ar/index.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory } from '../../stories/ViewStory.js'
import WalletSendScanView from './WalletSendScanView.js'

const meta = { title: 'Views/Send by a scan', component: ViewStory, parameters: { surface: 'page' } } satisfies Meta<typeof ViewStory>
export default meta
type Story = StoryObj<typeof meta>

const noor = '0x4c8F02bD93A7e16c05Fd2B7A90e84C31d5e8027d'
const kept: { portico?: Portico } = {}
const args = {
  View: WalletSendScanView,
  arrange: both(connected(), (portico: Portico) => {
    startSend(portico)
    kept.portico = portico
  }),
}

/** A camera that shows a still picture: of a code, or of nothing. */
const cameraOf = (text?: string) => () => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 320
  const context = canvas.getContext('2d')
  const draw = () => {
    if (!context) return
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 320, 320)
    context.fillStyle = '#000'
    const { data, size } = encode(text ?? '', { border: 4 })
    const side = 320 / size
    if (text !== undefined)
      data.forEach((row, y) => row.forEach((on, x) => on && context.fillRect(x * side, y * side, side + 0.5, side + 0.5)))
  }
  draw()
  setInterval(draw, 100)
  return Promise.resolve(canvas.captureStream(10))
}
const withCamera = (getUserMedia: () => Promise<MediaStream>): NonNullable<Story['beforeEach']> =>
  function arrange() {
    const before = navigator.mediaDevices.getUserMedia
    navigator.mediaDevices.getUserMedia = getUserMedia
    return () => {
      navigator.mediaDevices.getUserMedia = before
    }
  }
const shows = (text: string): NonNullable<Story['play']> =>
  async function play({ canvasElement }) {
    await expect(await within(canvasElement).findByText(text, {}, { timeout: 10_000 })).toBeVisible()
  }
const refused = withCamera(() => Promise.reject(new DOMException('no', 'NotAllowedError')))

export const Starting: Story = {
  args,
  beforeEach: withCamera(() => new Promise<never>(() => undefined)),
  play: shows('Starting the camera'),
}
export const Refused: Story = { args, beforeEach: refused, play: shows('The camera is not allowed') }
export const RefusedArabic: Story = { args: { ...args, locale: ar }, beforeEach: refused, play: shows('الكاميرا غير مسموح بها') }
export const RefusedSheet: Story = { args: { ...args, form: 'sheet' }, beforeEach: refused }
export const NoCamera: Story = {
  args,
  beforeEach: withCamera(() => Promise.reject(new DOMException('no', 'NotFoundError'))),
  play: shows('No camera found'),
}
export const Read: Story = {
  args,
  beforeEach: withCamera(cameraOf(`ethereum:${noor}`)),
  play: () => waitFor(() => expect(kept.portico && sendFormStore(kept.portico).getState().to).toBe(noor), { timeout: 15_000 }),
}
