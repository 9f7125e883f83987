// Runs before the first paint, so that a page never shows in the wrong theme or direction.
try {
  const theme = localStorage.getItem('meridian/theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (/^(ar|fa)\b/.test(localStorage.getItem('meridian/language') ?? navigator.language)) document.documentElement.dir = 'rtl'
} catch {
  // Without storage, the page follows the system.
}
