// Runs in the page before any of its own scripts. Watches for the button and the modal, frame by frame.
;(() => {
  if (window.__bench) return
  const roots = []
  const clickable = new WeakSet()
  const POINTER = new Set(['click', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'touchend'])
  const { addEventListener: add } = EventTarget.prototype
  const { attachShadow: attach } = Element.prototype

  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init)
    roots.push(root)
    quietAt = performance.now()
    observe(root)
    return root
  }
  EventTarget.prototype.addEventListener = function (type, fn, opts) {
    if (fn && POINTER.has(type) && this instanceof Element && this.id !== 'root') clickable.add(this)
    return add.call(this, type, fn, opts)
  }

  let quietAt = 0
  const mo = new MutationObserver(() => (quietAt = performance.now()))
  const observe = (n) => mo.observe(n, { subtree: true, childList: true, attributes: true, characterData: true })

  const data = { tti: 0, long: [], shifts: 0, inp: 0, resources: 0, rejections: [] }
  const po = (type, fn, extra = {}) => {
    try {
      new PerformanceObserver((l) => l.getEntries().forEach(fn)).observe({ type, buffered: true, ...extra })
    } catch {}
  }
  po('longtask', (e) => {
    data.long.push([e.startTime, e.duration])
    quietAt = Math.max(quietAt, e.startTime + e.duration)
  })
  po('layout-shift', (e) => !e.hadRecentInput && (data.shifts += e.value))
  po('event', (e) => e.interactionId && (data.inp = Math.max(data.inp, e.duration)), { durationThreshold: 16 })
  po('resource', (e) => {
    data.resources++
    quietAt = Math.max(quietAt, e.responseEnd)
  })
  add.call(window, 'error', (e) => data.rejections.push(String(e.message).slice(0, 200)))
  add.call(window, 'unhandledrejection', (e) => data.rejections.push(String(e.reason?.message ?? e.reason).slice(0, 200)))

  const up = (n) => n.assignedSlot ?? n.parentElement ?? (n.getRootNode() instanceof ShadowRoot ? n.getRootNode().host : null)
  const contains = (a, n) => {
    for (let x = n; x; x = x.parentNode ?? x.host ?? null) if (x === a) return true
    return false
  }
  /** Selector over the document and every shadow root; 'a >>> b' looks for b anywhere below a. */
  function all(selector) {
    let found = null
    for (const part of selector.split('>>>').map((s) => s.trim())) {
      const next = []
      for (const r of [document, ...roots]) {
        if (r !== document && !r.host.isConnected) continue
        for (const el of r.querySelectorAll(part)) if (!found || found.some((f) => contains(f, el))) next.push(el)
      }
      found = next
    }
    return found
  }
  function opacity(el) {
    let o = 1
    for (let n = el; n; n = up(n)) {
      const s = getComputedStyle(n)
      if (s.display === 'none' || s.visibility === 'hidden') return 0
      o *= Number(s.opacity)
    }
    return o
  }
  function onScreen(el) {
    const r = el.getBoundingClientRect()
    return r.width > 0 && r.height > 0 && r.bottom > 0 && r.right > 0 && r.top < innerHeight && r.left < innerWidth
  }
  function topAt(x, y) {
    let el = document.elementFromPoint(x, y)
    while (el?.shadowRoot) {
      const inner = el.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === el) break
      el = inner
    }
    return el
  }
  const reactClick = (n) => {
    const k = Object.keys(n).find((x) => x.startsWith('__reactProps$'))
    const p = k && n[k]
    return !!p && ['onClick', 'onPointerDown', 'onMouseDown', 'onMouseUp', 'onPointerUp'].some((x) => typeof p[x] === 'function')
  }
  function interactive(el) {
    if (!el || !onScreen(el) || opacity(el) < 0.5 || el.matches(':disabled,[aria-disabled=true]')) return false
    const r = el.getBoundingClientRect()
    const top = topAt(r.x + r.width / 2, r.y + r.height / 2)
    if (!top || !(contains(el, top) || contains(top, el))) return false
    for (let n = top; n && n !== document.body; n = up(n)) {
      if (clickable.has(n) || reactClick(n) || typeof n.onclick === 'function') return true
    }
    return false
  }
  const afterPaint = (fn) => {
    const c = new MessageChannel()
    c.port1.onmessage = () => fn(performance.now())
    c.port2.postMessage(0)
  }

  function start(spec) {
    observe(document)
    const tick = () => {
      if (data.tti) return
      const el = all(spec.button)[0]
      if (interactive(el)) {
        data.tti = -1
        afterPaint((t) => (data.tti = t))
      } else requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  }

  /** Armed before the click; keeps the moment of the click, of the first frame with the whole list, and of the last change. */
  function watch(spec) {
    const w = { click: 0, shell: 0, list: 0, stable: 0, rows: 0, done: false, frames: 0, worstFrame: 0 }
    data.watch = w
    let signature = ''
    let last = 0
    const still = spec.stillMs ?? 700
    add.call(window, 'click', (e) => (w.click ||= e.timeStamp), { capture: true, once: true })
    const tick = (now) => {
      if (w.click) {
        if (last) {
          w.frames++
          w.worstFrame = Math.max(w.worstFrame, now - last)
        }
        last = now
        const modal = all(spec.modal).find((m) => onScreen(m))
        let sig = 'none'
        let visible = 0
        if (modal) {
          // Only the first rows: asking a long list for its boxes would force the layout that it may have put off.
          const rows = all(spec.row).slice(0, Math.max(spec.rows ?? 1, 16))
          let min = 1
          const rects = []
          for (const r of rows) {
            if (!onScreen(r)) continue
            const o = opacity(r)
            min = Math.min(min, o)
            if (o >= 0.5) visible++
            const b = r.getBoundingClientRect()
            rects.push(`${Math.round(b.x)},${Math.round(b.y)},${Math.round(b.width)},${Math.round(b.height)}`)
          }
          const m = modal.getBoundingClientRect()
          let images = 0
          for (const i of all(`${spec.modal} >>> img`)) if (i.complete && i.naturalWidth) images++
          const card = [m.x, m.y, m.width, m.height].map(Math.round).join()
          sig = `${card}|${min.toFixed(2)}|${images}|${rects.join(';')}`
          if (!w.shell && opacity(modal) > 0.05) {
            w.shell = -1
            afterPaint((t) => (w.shell = t))
          }
        }
        w.rows = visible
        if (!w.list && visible >= (spec.rows ?? 1)) {
          w.list = -1
          afterPaint((t) => (w.list = t))
        }
        if (sig !== signature) {
          signature = sig
          const at = now
          w.stable = at
          afterPaint((t) => w.stable === at && (w.stable = t))
        }
        if (w.list > 0 && now - w.stable > still) {
          w.done = true
          return
        }
      }
      if (!w.cancel) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  }

  const deepText = (n) => {
    if (n.nodeType === 3) return n.textContent
    if (n.nodeType !== 1 && n.nodeType !== 11) return ''
    const root = n.shadowRoot ?? roots.find((r) => r.host === n)
    let t = root ? deepText(root) : ''
    if (n.tagName === 'STYLE' || n.tagName === 'SCRIPT') return ''
    for (const c of n.childNodes) t += deepText(c)
    return t
  }
  /** From the last keystroke to the first frame in which every visible item matches the query, and at least one does. */
  function watchSearch(item, query) {
    const w = { input: 0, hit: 0, hits: 0 }
    data.search = w
    add.call(window, 'keydown', (e) => e.key.length === 1 && (w.input = e.timeStamp), true)
    const tick = () => {
      if (w.input && w.armed && !w.hit) {
        const seen = all(item)
          .slice(0, 8)
          .filter((i) => onScreen(i))
        if (seen.length && seen.every((i) => deepText(i).toLowerCase().includes(query.toLowerCase()))) {
          w.hits = seen.length
          w.hit = -1
          afterPaint((t) => (w.hit = t))
          return
        }
      }
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  }

  const deepActive = () => {
    let a = document.activeElement
    while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement
    return a
  }
  const describe = (el) => {
    if (!el) return 'none'
    if (el === document.body) return 'body'
    const name = (el.getAttribute?.('aria-label') ?? el.textContent ?? '').trim().slice(0, 30)
    return `${el.tagName.toLowerCase()}${el.id ? `#${el.id}` : ''}${name ? ` "${name}"` : ''}`
  }
  function count() {
    let n = 0
    for (const r of [document, ...roots]) if (r === document || r.host.isConnected) n += r.querySelectorAll('*').length
    return n
  }

  window.__bench = {
    data,
    start,
    watch,
    watchSearch,
    deepText,
    all,
    interactive,
    onScreen,
    opacity,
    contains,
    deepActive,
    describe,
    count,
    roots,
    quietFor: () => performance.now() - quietAt,
    isOpen: (spec) =>
      all(spec.modal).some((m) => onScreen(m) && opacity(m) > 0.05) && all(spec.row).some((r) => onScreen(r) && opacity(r) > 0.05),
    point: (sel) => {
      const b = all(sel)[0]?.getBoundingClientRect()
      return b && { x: b.x + b.width / 2, y: b.y + b.height / 2 }
    },
  }
})()
