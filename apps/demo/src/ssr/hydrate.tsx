import '@portico/react-ui/styles.css'
import '../styles/site.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { startTestWallets } from '../wallets/start.js'
import { App, createPageOf } from './App.js'

startTestWallets()
const element = document.getElementById('app')
if (!element) throw new Error('The page has no #app.')
const page = (
  <StrictMode>
    <App portico={createPageOf(document.cookie)} />
  </StrictMode>
)
// Opened without its server, as on the development server, the page is empty and starts by itself.
if (element.firstElementChild) hydrateRoot(element, page)
else createRoot(element).render(page)
