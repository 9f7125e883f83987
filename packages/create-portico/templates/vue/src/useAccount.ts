import { accountStore, connectionStore, getAccount, type Account } from '@portico/core'
import { onMounted, onUnmounted, shallowRef } from 'vue'
import { portico } from './portico'

/** The account in use, as Vue follows it. */
export function useAccount() {
  const account = shallowRef<Account>(getAccount(portico))
  const read = () => {
    account.value = getAccount(portico)
  }
  let stops: (() => void)[] = []
  onMounted(() => {
    stops = [connectionStore(portico).subscribe(read), accountStore(portico).subscribe(read)]
    read()
  })
  onUnmounted(() => stops.forEach((stop) => stop()))
  return account
}
