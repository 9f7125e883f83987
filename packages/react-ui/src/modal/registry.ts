import type { Portico, PorticoViews, ViewName } from '@portico/core'
import { defineSlot } from '@portico/core/kit'
import type { Feature, FeatureModule, Place, Places, View } from '../features/feature.js'
import type { Language } from '../i18n/language.js'
import { entriesIn, featuresOf, findView } from './features.js'
import { adoptSheet } from './shadowRoot.js'

type Said = readonly [featureId: string, english: object, part?: string]

/** What is here of the features of a modal. */
interface Loaded {
  /** By the id of the feature and the name: a site may bring one of its own after a built-in one was seen. */
  readonly views: Map<string, View>
  /** By the id of the feature and the place: a site may make its features anew each time that it draws. */
  readonly entries: Map<string, unknown>
  /** By the id of the feature, and which part of it: what it says, in English. */
  readonly messages: Map<string, Said>
  readonly listeners: Set<() => void>
  language: Language | undefined
}

const loaded = defineSlot<Loaded>('loaded features', () => ({
  views: new Map(),
  entries: new Map(),
  messages: new Map(),
  listeners: new Set(),
  language: undefined,
}))

/** A view whose code is here, so that it can be drawn at once. */
export function viewAtHand(portico: Portico, view: ViewName): View | undefined {
  const found = findView(portico, view)
  return found && loaded(portico).views.get(found.feature.id + view)
}

/** Has at hand what came with other code. */
export function keep(
  portico: Portico,
  { id }: Pick<Feature, 'id'>,
  {
    views,
    entries = {},
    messages,
    sheet,
  }: Omit<FeatureModule<never>, 'views'> & { readonly views: Readonly<Partial<Record<ViewName, View>>> },
): void {
  const feature = featuresOf(portico).find((one) => one.id === id)
  if (!feature) return
  const here = loaded(portico)
  adoptSheet(portico, id, sheet)
  here.messages.set(id, [id, messages])
  void here.language?.add(id, messages)
  for (const name of Object.keys(views) as ViewName[]) {
    const view = views[name] // the keys of `views`
    if (view) here.views.set(id + name, view)
  }
  for (const place of Object.keys(entries) as Place[]) here.entries.set(id + place, entries[place]) // and of `entries`
}

/** Loads a view, with what it looks like, and what others put into its places. @throws when there is none of that name, or when it does not load */
export async function loadView(portico: Portico, name: ViewName): Promise<View> {
  const found = findView(portico, name)
  if (!found) throw new Error(`No view '${name}'`)
  const { feature, load } = found
  const { id, ofViews } = feature
  const dressed = ofViews ? dress(portico, { id, ...ofViews }, ' views') : dress(portico, feature)
  const [{ default: view }] = await Promise.all([load(), dressed, loadPlacesOf(portico, name)])
  loaded(portico).views.set(id + name, view)
  return view
}

/** Fetches a view ahead of the press that needs it, and what it will show. Never rejects. */
export async function prefetchView<V extends ViewName>(portico: Portico, name: V, params?: PorticoViews[V]): Promise<void> {
  const found = findView(portico, name)
  if (!found) return
  const asked = found.load().then(({ ahead }) => ahead?.(portico, params as never)) // the view's own parameters, by the type above
  await Promise.all([asked, loadView(portico, name)]).catch(() => undefined)
}

/** Has at hand how a feature looks, and what it says. */
async function dress(portico: Portico, { id, sheet, messages }: Omit<Feature, 'views'>, part = ''): Promise<void> {
  const [css, english = {}] = await Promise.all([sheet?.(), messages?.()])
  if (css !== undefined) adoptSheet(portico, id + part, css)
  const here = loaded(portico)
  here.messages.set(id + part, [id, english, part])
  await here.language?.add(id, english, part)
}

/** Has the modal speak a language from now on. @returns what to wait for, where it is not at hand */
export function speak(portico: Portico, language: Language): Promise<unknown> | undefined {
  const here = loaded(portico)
  here.language = language
  const parts = [...here.messages.values()].map((said) => language.add(...said))
  return language.locale.load ? Promise.all([language.start(), ...parts]) : undefined
}

const placesOf: Readonly<Partial<Record<ViewName, readonly Place[]>>> = {
  Account: ['account.quick', 'account.actions', 'account.tabs', 'account.rows', 'account.empty'],
  Settings: ['settings.rows'],
}

/** Loads what features put into the places of a view. One that does not load is left out. */
const loadPlacesOf = (portico: Portico, view: ViewName) =>
  Promise.all((placesOf[view] ?? []).map((place) => loadEntries(portico, place).catch(() => undefined)))

/** Loads what features put into a place. @throws when one of them does not load */
export async function loadEntries(portico: Portico, place: Place): Promise<void> {
  const { entries, listeners } = loaded(portico)
  const load = async ({ feature, entry, key }: ReturnType<typeof entriesIn>[number]) => {
    if (entries.has(key)) return
    const [value] = await Promise.all([entry.load(), dress(portico, feature)])
    entries.set(key, value)
  }
  try {
    await Promise.all(entriesIn(portico, place).map(load))
  } finally {
    for (const tell of listeners) tell()
  }
}

/** What features put into a place, as far as it is here. */
export function entriesAtHand<P extends Place>(portico: Portico, place: P): readonly Places[P][] {
  const { entries } = loaded(portico)
  return entriesIn(portico, place).flatMap(({ key }) => (entries.has(key) ? [entries.get(key) as Places[P]] : [])) // set by `keep` and `loadEntries`, by place
}

/** Calls `tell` when more of a place is here. @returns a function that ends that */
export function whenEntriesCome(portico: Portico, tell: () => void): () => void {
  const { listeners } = loaded(portico)
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
