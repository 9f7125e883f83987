import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Browser, CDPSession, Page, Route } from '@playwright/test'
import { measure } from './layout.js'

/** Where scripts/pictures.mjs builds Storybook. */
const built = path.join(import.meta.dirname, '../../apps/storybook/node_modules/.cache/visual')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** Nobody's: each request is answered here. */
const origin = 'https://stories.example'
const viewport = { width: 430, height: 740 }
const subject = '.story, #storybook-root'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** A story as it is seen. */
export interface Seen {
  /** Empty where the play function got through and axe has nothing to say. */
  readonly complaints: readonly string[]
  /** What stands where. */
  readonly layout: readonly string[]
  /** Where they were asked for: drawing them takes a third of a story's time. */
  readonly pictures?: Readonly<Record<Theme, Buffer>>
}

export interface SeeOptions {
  /** In a page that is loaded for this story, and not in the one that showed the last one. */
  readonly alone?: boolean
  readonly withPictures?: boolean
}

/** Text that is drawn with a font of this machine, which others may not have. */
export interface MachineFont {
  readonly font: string
  readonly text: string
}

export interface Catalogue {
  readonly see: (id: string, options?: SeeOptions) => Promise<Seen>
  /** What the story that is shown draws with fonts that the catalogue does not bring. */
  readonly machineFonts: () => Promise<readonly MachineFont[]>
  /** A picture of what tells rasterisers apart: text of every font, a gradient, a curve and a shadow. */
  readonly probe: () => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** A story of the built catalogue. */
export interface Listed {
  readonly id: string
  /** Whether pictures are kept of it. Stories to try things out in, with the tag `no-picture`, have their play function and axe alone. */
  readonly isPictured: boolean
}

/** The stories of the built catalogue, without those that are only a part of another one (`!test`). */
export function listStories(): Listed[] {
  const index = path.join(built, 'index.json')
  if (!existsSync(index)) throw new Error('The catalogue is not built. Run: node scripts/pictures.mjs')
  const { entries } = JSON.parse(readFileSync(index, 'utf8')) as {
    entries: Record<string, { id: string; type: string; tags: readonly string[] }>
  }
  return Object.values(entries).flatMap(({ id, type, tags }) =>
    type === 'story' && tags.includes('test') ? [{ id, isPictured: !tags.includes('no-picture') }] : [],
  )
}

/** Opens the built catalogue in a page of its own. */
export async function openCatalogue(browser: Browser): Promise<Catalogue> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
  // How long a name takes that nobody has differs from machine to machine, and pictures with it.
  await context.route(/^https?:/, (route) => route.abort('namenotresolved'))
  await context.route(`${origin}/**`, answer)
  const page = await context.newPage()
  await page.addInitScript(listen)
  const session = await context.newCDPSession(page)
  // axe looks as soon as a story has played: a colour that is still on its way, also in a frame, is of neither state.
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 100 })
  let isLoaded = false

  const load = async (id: string) => {
    await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story`)
    isLoaded = true
  }
  return {
    see: async (id, { alone = false, withPictures = false } = {}) => {
      if (alone || !isLoaded) await load(id)
      else await page.evaluate(choose, id)
      const complaints = await finished(page, id)
      await page.evaluate(still, alone ? 250 : 60)
      await page.evaluate<void, Theme>(dress, 'light')
      await page.evaluate(armed)
      const layout = await page.evaluate(measure, subject)
      if (!withPictures) return { complaints, layout }
      const light = await picture(page, session)
      await page.evaluate<void, Theme>(dress, 'dark')
      await page.evaluate(armed)
      return { complaints, layout, pictures: { light, dark: await picture(page, session) } }
    },
    machineFonts: () => machineFonts(session),
    probe: async () => {
      const [{ id: first } = { id: '' }] = listStories()
      await load(first)
      await finished(page, first)
      await page.evaluate(drawProbe)
      const image = await shoot(session, { x: 0, y: 0, width: 400, height: 300 })
      isLoaded = false // the story that was shown may be the next one that is asked for
      return image
    },
    close: () => context.close(),
  }
}

async function machineFonts(session: CDPSession): Promise<readonly MachineFont[]> {
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
  const texts = nodes.filter(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim() !== '')
  const found: MachineFont[] = []
  for (const { parentId: nodeId, nodeValue } of texts) {
    if (nodeId === undefined) continue
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    for (const { familyName, isCustomFont } of fonts)
      if (!isCustomFont) found.push({ font: familyName, text: nodeValue.trim().slice(0, 80) })
  }
  await session.send('CSS.disable')
  await session.send('DOM.disable')
  return found
}

/** Answers for the catalogue's address out of what was built. An address without a port: some views show it. */
async function answer(route: Route): Promise<void> {
  const file = path.join(built, decodeURIComponent(new URL(route.request().url()).pathname))
  if (!file.startsWith(built) || !existsSync(file) || !statSync(file).isFile()) return route.fulfill({ status: 404 })
  await route.fulfill({ body: readFileSync(file), contentType: types[path.extname(file)] ?? 'application/octet-stream' })
}

/** The story is shown and its play function done, be it in a page that Storybook loaded anew because it could not clear the last one. */
async function finished(page: Page, id: string): Promise<readonly string[]> {
  const ended = await page.waitForFunction((storyId) => window.porticoStories?.get(storyId), id, { timeout: 30_000 })
  return (await ended.jsonValue()) ?? []
}

async function picture(page: Page, session: CDPSession): Promise<Buffer> {
  const box = await page.evaluate((selector) => {
    const { x, y, width, height } = (document.querySelector(selector) ?? document.body).getBoundingClientRect()
    return { x: x + window.scrollX, y: y + window.scrollY, width, height }
  }, subject)
  return await shoot(session, box)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Playwright's own screenshots wait for frames and for an idle page, at four times the time. Here nothing moves any more. */
async function shoot(session: CDPSession, { x, y, width, height }: Box): Promise<Buffer> {
  const clip = { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height), scale: 1 }
  const captureBeyondViewport = clip.x + clip.width > viewport.width || clip.y + clip.height > viewport.height
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport })
  return Buffer.from(data, 'base64')
}

declare global {
  interface Window {
    /** What each story that has ended was blamed for. */
    porticoStories?: Map<string, string[]>
    porticoAnimations?: (root: Document | ShadowRoot) => Animation[]
  }
}

interface Channel {
  on(event: string, listener: (payload: unknown) => void): void
  emit(event: string, payload: unknown): void
}

/** Runs in the page before Storybook. */
function listen(): void {
  const ended = new Map<string, string[]>()
  window.porticoStories = ended
  // The catalogue waits up to 5 s for animations to end after each story. The pictures are taken with all of them at their end.
  const [ofDocument, ofShadow] = [Document.prototype.getAnimations, ShadowRoot.prototype.getAnimations]
  window.porticoAnimations = (root) => (root instanceof Document ? ofDocument.call(root) : ofShadow.call(root))
  for (const { prototype } of [Document, ShadowRoot]) Object.defineProperty(prototype, 'getAnimations', { value: () => [] })

  const failures = ['playFunctionThrewException', 'unhandledErrorsWhilePlaying', 'storyThrewException', 'storyErrored', 'storyMissing']
  let shown = new URL(window.location.href).searchParams.get('id') ?? ''
  let channel: Channel | undefined
  Object.defineProperty(window, '__STORYBOOK_ADDONS_CHANNEL__', {
    configurable: true,
    get: () => channel,
    set: (value: Channel) => {
      channel = value
      value.on('setCurrentStory', (payload) => {
        shown = (payload as { storyId: string }).storyId
      })
      for (const event of failures) value.on(event, (payload) => ended.set(shown, [`${event}: ${messageOf(payload)}`]))
      value.on('storyFinished', (payload) => {
        const { storyId, status, reporters } = payload as { storyId: string; status: string; reporters: readonly Reporter[] }
        if (ended.has(storyId)) return
        const complaints = reporters.flatMap((reporter) => (reporter.status === 'failed' ? blames(reporter) : []))
        ended.set(storyId, status === 'error' && complaints.length === 0 ? ['the story ended with an error'] : complaints)
      })
    },
  })

  interface Reporter {
    readonly type: string
    readonly status: string
    readonly result?: { readonly violations?: readonly { id: string; help: string; nodes: readonly { html: string }[] }[] }
  }
  function blames({ type, result }: Reporter): string[] {
    const violations = result?.violations ?? []
    const lines = violations.map(({ id, help, nodes }) => `${type}, ${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
    return lines.length > 0 ? lines : [`${type} failed`]
  }
  function messageOf(payload: unknown): string {
    const [first] = Array.isArray(payload) ? payload : [payload]
    return typeof first === 'object' && first !== null && 'message' in first ? String(first.message) : JSON.stringify(first)
  }
}

/** Shows another story in the page that is there. */
function choose(storyId: string): void {
  window.porticoStories?.delete(storyId)
  const channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__') as Channel
  channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
}

/** Lazy parts are there: a quiet moment with the same text, and every picture loaded. */
async function still(quietMs: number): Promise<void> {
  const look = () => document.body.innerText + document.querySelectorAll('*').length
  let before = look()
  for (let tries = 0; tries < 20; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, quietMs))
    const now = look()
    if (now === before) break
    before = now
  }
  const loaded = Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 1000))])
}

/** Puts a theme on, with every animation and transition at its end, endless ones not begun, and no blinking caret. */
function dress(theme: Theme): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-theme]')) element.dataset['theme'] = theme
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  const calm = new CSSStyleSheet()
  calm.replaceSync('*, *::before, *::after { transition: none !important; caret-color: transparent !important; }')
  for (const root of roots) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, calm]
    for (const animation of window.porticoAnimations?.(root) ?? []) {
      const isEndless = animation.effect?.getComputedTiming().endTime === Infinity
      if (isEndless) animation.cancel()
      else animation.finish()
    }
  }
}

/** What a visitor approves with counts after half a second of rest, and a new theme is unrest (S10): it is shown as it is then. */
async function armed(): Promise<void> {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot)
  const buttons = roots.flatMap((root) => [...root.querySelectorAll('[data-arming]')])
  const isAny = (state: string) => buttons.some((button) => button.getAttribute('data-arming') === state)
  const pause = 50
  // Where there is too little room it stays unseen.
  for (let waited = 0; isAny('arming') || (isAny('unseen') && waited < 600); waited += pause) {
    if (waited > 3000) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function drawProbe(): void {
  const overlay = document.createElement('div')
  overlay.style.cssText =
    'position:fixed;inset:0 auto auto 0;width:400px;height:300px;z-index:9999;padding:16px;box-sizing:border-box;color:#101919;' +
    'background:linear-gradient(135deg,#fcfefe,#60b7b7)'
  const lines = [
    ['400 13px Inter', 'Connect a wallet, 0x7f'],
    ['600 18px Inter', 'Ĉőñňéçŧ ąṅð şîğń'],
    ['500 14px Inter', 'اربط محفظة'],
    ['400 13px "Noto Sans Mono"', '0xd8dA 6BF2 il1O0'],
  ] as const
  for (const [font, text] of lines) {
    const line = document.createElement('p')
    line.style.font = font
    line.textContent = text
    overlay.append(line)
  }
  const shape = document.createElement('div')
  shape.style.cssText = 'width:90px;height:40px;border-radius:13px;background:#006a6c;box-shadow:0 12px 24px -8px #0006'
  overlay.append(shape)
  document.body.append(overlay)
}
