// What a script adds to a page: search as one types, a choice of theme, and code to copy.
import MiniSearch from 'minisearch'

interface Entry {
  readonly id: number
  readonly title: string
  readonly page: string
  readonly url: string
  readonly text: string
}

const root = new URL('../', import.meta.url)

startTheme()
startSearch()
startCopying()

function startTheme() {
  const button = document.querySelector<HTMLButtonElement>('#theme')
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (document.documentElement.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const say = () => button?.setAttribute('aria-pressed', String(isDark()))
  say()
  system.addEventListener('change', say)
  button?.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = next
    try {
      localStorage.setItem('portico-docs-theme', next)
    } catch {
      // Storage is off: the choice holds for this page.
    }
    say()
  })
}

function startSearch() {
  const field = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLElement>('#found')
  const said = document.querySelector<HTMLElement>('#found-count')
  if (!field || !list || !said) return
  let index: Promise<MiniSearch<Entry>> | undefined
  // Once it is there, search needs no network.
  const load = () => (index ??= fetchIndex())
  field.addEventListener('focus', () => void load().catch(() => (index = undefined)))
  field.addEventListener('input', () => void show())
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.querySelector('a')?.focus()
    }
  })
  list.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    if (event.key === 'Escape') {
      close()
      field.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = at + (event.key === 'ArrowDown' ? 1 : -1)
      if (next < 0) field.focus()
      else links[next]?.focus()
    }
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !field.form?.contains(target)) close()
  })
  document.addEventListener('keydown', (event) => {
    const { target } = event
    if (event.key !== '/' || (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'))) return
    event.preventDefault()
    field.focus()
  })
  field.form?.addEventListener('submit', (event) => {
    const first = list.querySelector('a')
    if (!first) return
    event.preventDefault()
    first.click()
  })

  function close() {
    if (list) list.hidden = true
  }

  async function show() {
    const text = field?.value.trim() ?? ''
    if (!field || !list || !said) return
    if (text === '') {
      said.textContent = ''
      return close()
    }
    try {
      const search = await load()
      if (field.value.trim() !== text) return
      const found = search.search(text).slice(0, 8)
      list.replaceChildren(...found.map(({ id }) => row(search.getStoredFields(id) ?? {})))
      if (found.length === 0) list.append(plain('Nothing found. All pages are listed under “All pages”.'))
      said.textContent = found.length === 1 ? '1 result' : `${found.length} results`
    } catch {
      index = undefined
      list.replaceChildren(plain('The index did not load. Press Enter for a list of all pages.'))
    }
    list.hidden = false
  }
}

async function fetchIndex() {
  const response = await fetch(new URL('assets/search.json', root))
  if (!response.ok) throw new Error(`The search index answered ${response.status}`)
  const entries: readonly Entry[] = await response.json()
  const search = new MiniSearch<Entry>({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'url'],
    searchOptions: { prefix: true, fuzzy: (term) => (term.length > 4 ? 0.25 : false), boost: { title: 4, page: 2 }, combineWith: 'AND' },
    // `useSignIn` is found by "sign", too.
    processTerm: (term) => [term.toLowerCase(), ...term.split(/(?=[A-Z])/).map((part) => part.toLowerCase())],
  })
  search.addAll(entries)
  return search
}

function row(entry: Partial<Record<string, unknown>>) {
  const link = document.createElement('a')
  link.href = new URL(String(entry['url']).slice(1), root).href
  const title = document.createElement('strong')
  title.textContent = String(entry['title'])
  const page = document.createElement('span')
  page.textContent = String(entry['page'])
  link.append(title, page)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function plain(text: string) {
  const item = document.createElement('li')
  item.className = 'found__none'
  item.textContent = text
  return item
}

function startCopying() {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'code__copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      const text = block.querySelector('pre')?.textContent ?? ''
      navigator.clipboard.writeText(text).then(
        () => say('Copied'),
        () => say('Select and copy by hand'),
      )
    })
    const say = (word: string) => {
      button.textContent = word
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    }
    block.append(button)
  }
}
