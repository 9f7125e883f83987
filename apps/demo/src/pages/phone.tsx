import '../styles/site.css'
import '../styles/phone.css'
import { createPocket } from '../phone/createPocket.js'
import { Phone } from '../phone/PhonePage.js'
import { startPage } from '../ui/start.js'

// `/phone/wc?uri=…` is how a link hands a code over; `?scan` looks at the screen. Neither stays in the address: a code is a secret.
const query = new URLSearchParams(location.search)
const start = { uri: query.get('uri') ?? undefined, looks: query.has('scan') }
history.replaceState(null, '', '/phone.html')

startPage(<Phone wallet={createPocket()} start={start} />, { wallets: [] })
