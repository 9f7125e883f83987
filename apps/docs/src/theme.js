// Before the first paint: the theme that the visitor chose here, else the system's.
try {
  const chosen = localStorage.getItem('portico-docs-theme')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
} catch {
  // Storage is off: the system decides.
}
document.documentElement.classList.add('has-script')
