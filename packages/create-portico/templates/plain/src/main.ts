import { accountStore, connectionStore, getAccount, signMessage } from '@portico/core'
import { mountWallet } from './wallet'
import { portico } from './portico'

// Portico's button and modal are drawn into one element; the rest of the page is yours.
mountWallet(document.querySelector('#wallet'), portico)

const address = document.querySelector('#address')
const signature = document.querySelector('#signature')

function show() {
  if (address) address.textContent = getAccount(portico).address ?? ''
}
connectionStore(portico).subscribe(show)
accountStore(portico).subscribe(show)
show()

document.querySelector('#sign')?.addEventListener('click', () => {
  signMessage(portico, { message: 'hello' }).then(
    (signed) => say(signed),
    (error: unknown) => say(error instanceof Error ? error.message : String(error)),
  )
})

function say(text: string) {
  if (signature) signature.textContent = text
}
