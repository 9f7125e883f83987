import { openModal, setTheme } from '@portico/core'
import { siwx } from '@portico/core/siwx'
import { testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Modal, PorticoProvider, type ModalProps } from '../index.js'
import { loadModal } from '../loadModal.js'
import { warnOnce } from './notes.js'

/** What a page is told on its console, in the order of the names. */
async function told(options: object, props: object = {}): Promise<readonly string[]> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    site.remove()
    warn.mockRestore()
  })
  const portico = testPortico(options)
  const draw = () =>
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          <Modal {...(props as ModalProps)} key={Math.random()} />
        </PorticoProvider>,
      ),
    )
  draw()
  await loadModal(portico) // what is said comes with the modal's code
  await vi.dynamicImportSettled()
  draw() // what was said once is not said again
  openModal(portico, { view: 'Connect' })
  await vi.waitFor(() => expect(document.querySelector('portico-modal')).not.toBeNull())
  return warn.mock.calls.map(([text]) => String(text)).sort()
}

test('options, arguments, features and places that there are not are said on the console, once', async () => {
  const features = [{ id: 'points', views: {}, entries: { 'account.row': { load: () => Promise.resolve(() => null) } } }]
  const said = await told(
    { themeMod: 'dark', themeVariables: { radiusModel: '2px' } },
    { term: 'https://meridian.example/terms', without: ['swaps', 'send'], features },
  )
  expect(said).toEqual([
    "Portico: <Modal without/>: there is no feature 'swaps'. Did you mean 'swap'?",
    "Portico: <Modal/> has no argument 'term'. Did you mean 'terms'?",
    "Portico: Feature 'points': there is no place 'account.row'. Did you mean 'account.rows'?",
    "Portico: The theme has no variable 'radiusModel'. Did you mean 'radiusModal'?",
    "Portico: createPortico has no option 'themeMod'. Did you mean 'themeMode'?",
  ])
})

const required = siwx({ url: '/siwx', required: true })
const own = { getRequired: () => true, createMessage: vi.fn(), getSessions: vi.fn() }

test.each([
  ['has to sign in', required, ['siwx'], 1],
  ["has to sign in, by the site's own functions", own, ['siwx'], 1],
  ['may go on without', siwx({ url: '/siwx' }), ['siwx'], 0],
  ['has to sign in, and can', required, ['send'], 0],
])('the console says where nobody can be asked who %s', async (_, one, without, times) => {
  const note =
    "Portico: <Modal without/>: 'siwx' is left out, and signing in is required: nobody who connects can, and each is disconnected."
  expect(await told({ siwx: one }, { without })).toEqual(Array(times).fill(note))
})

test('a portico that is made with each drawing is said on the console, once; one that takes the place of another later is not', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const root = createRoot(document.createElement('main'))
  onTestFinished(() => {
    flushSync(() => root.unmount())
    vi.useRealTimers()
    warn.mockRestore()
  })
  const draw = (portico = testPortico({})) => flushSync(() => root.render(<PorticoProvider portico={portico} />))
  vi.useFakeTimers({ toFake: ['Date'] })
  const one = testPortico({})
  draw(one)
  draw(one)
  vi.advanceTimersByTime(3_000)
  draw()
  expect(warn).not.toHaveBeenCalled()
  for (const _ of [1, 2, 3]) draw()
  expect(warn.mock.calls).toEqual([[expect.stringContaining('Make it once, outside of rendering')]])
})

test('a page that is left while its modal is open is not told that there is none', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  onTestFinished(() => warn.mockRestore())
  const portico = testPortico()
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  openModal(portico, { view: 'Connect' })
  await vi.waitFor(() => expect(document.querySelector('portico-modal')).not.toBeNull())
  flushSync(() => root.unmount())
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(warn).not.toHaveBeenCalled()
})

test('so is a variable that setTheme names later, once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  const portico = testPortico({})
  warnOnce(portico)
  expect(warn).not.toHaveBeenCalled()
  for (const _ of [1, 2]) setTheme(portico, { themeVariables: { radiusModel: '2px' } as object })
  expect(warn.mock.calls).toEqual([["Portico: The theme has no variable 'radiusModel'. Did you mean 'radiusModal'?"]])
})

test('a page with nothing wrong is told nothing', async () => {
  expect(
    await told(
      { themeMode: 'dark', themeVariables: { accent: 'navy' } },
      { brand: false, disclaimer: 'Rules', without: ['swap'], prefetch: 'none' },
    ),
  ).toEqual([])
})
