// Runs in the page beside ../lib/inpage.js: from the click to the first painted frame that shows a code.
;(() => {
  const afterPaint = (fn) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => fn(performance.now())
    port2.postMessage(0)
  }

  /**
   * Arms the watch before the click. A code is there once its drawing is in the page, on screen and at least half opaque, and
   * says what the client handed out, which is checked outside.
   */
  function watchCode(plate) {
    const watch = { click: 0, first: 0, code: 0, uri: undefined }
    const pressed = (event) => {
      watch.click = event.timeStamp
      performance.mark('bench: click', { startTime: event.timeStamp })
    }
    addEventListener('click', pressed, { capture: true, once: true })
    const look = () => {
      const { all, onScreen, opacity } = window.__bench
      const drawn = watch.click && all(`${plate} > svg > path`).find((path) => path.getAttribute('d') && onScreen(path))
      const uri = drawn && window.__code?.uri()
      if (uri && !watch.first) {
        watch.first = -1
        afterPaint((now) => (watch.first = now))
      }
      if (!uri || opacity(drawn) < 0.5) return requestAnimationFrame(look)
      watch.uri = uri
      afterPaint((now) => {
        watch.code = now
        performance.mark('bench: code')
      })
    }
    requestAnimationFrame(look)
    window.__watch = watch
  }

  window.__watchCode = watchCode
})()
