// A server renders the quick start. The process has nothing left to do afterwards, so it must end by itself.
import { renderToString } from 'react-dom/server'
import { App } from './App.js'

const html = renderToString(<App />)
if (!/<button/.test(html)) throw new Error(`The button is not in the server's markup: ${html}`)
if (/style="/.test(html)) throw new Error(`S38: the server's markup has style attributes: ${html}`)
