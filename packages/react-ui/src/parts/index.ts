/** What has a name for the site's style sheet: by the name, what it is in the modal. */
const parts = {
  overlay: '.po-overlay',
  modal: '.po-modal',
  header: '.po-head',
  title: '.po-head__t',
  body: '.po-body',
  foot: '.po-foot',
  toast: '.po-toast',
  banner: '.po-banner',
  row: '.po-row',
  badge: '.po-badge',
  tile: '.po-tile',
  button: '.po-btn',
  'button-primary': '.po-btn.is-primary',
  'icon-button': '.po-ib',
  field: '.po-field',
  card: '.po-card',
  code: '.po-qr',
} as const

/** The name of a part of the modal, for `portico-modal::part(…)`. */
export type PartName = keyof typeof parts

/**
 * Every name, in the order of the page.
 * @example const selectors = partNames.map((name) => `portico-modal::part(${name})`)
 */
export const partNames = Object.keys(parts) as readonly PartName[] // the keys of `parts`

/**
 * Gives the parts of the modal names, so that a site's own style sheet reaches them: `portico-modal::part(row) { … }`. Without it, no rule
 * of the page does. What a site changes this way is its own: sizes, colours and places of parts may differ between minor versions, their
 * names do not. Does nothing on a server.
 * @example const end = nameParts() // portico-modal::part(row) { border-radius: 0 }
 * @returns a function that ends it
 */
export function nameParts(): () => void {
  if (typeof document === 'undefined') return () => undefined
  const seen = new Set<ShadowRoot>()
  const inModal = new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof Element || target instanceof ShadowRoot) name(target)
  })
  const look = () => {
    for (const { shadowRoot } of document.querySelectorAll('portico-modal')) {
      if (!shadowRoot || seen.has(shadowRoot)) continue
      seen.add(shadowRoot)
      name(shadowRoot)
      inModal.observe(shadowRoot, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
    }
  }
  const onPage = new MutationObserver(look)
  onPage.observe(document.body, { childList: true }) // where a modal is put, whole
  look()
  return () => {
    onPage.disconnect()
    inModal.disconnect()
    for (const root of seen) for (const element of root.querySelectorAll('[part]')) element.removeAttribute('part')
  }
}

function name(root: Element | ShadowRoot) {
  const elements = root.querySelectorAll(Object.values(parts).join())
  for (const element of root instanceof Element ? [root, ...elements] : elements) {
    const own = partNames.filter((part) => element.matches(parts[part])).join(' ')
    if (own) element.setAttribute('part', own)
    else element.removeAttribute('part')
  }
}
