import type { ConnectTarget, Portico } from '@portico/core'
import type { WalletItem } from './walletList.js'

/** A wallet to press: what is known of it. */
export type WalletChoice = Pick<WalletItem, 'id' | 'connector' | 'record'>

/** What becomes of a press on a wallet that is not in this browser. */
export interface WalletsElsewhere {
  /**
   * Connects with it, or shows how to get it.
   * @param late the press is over, so that a phone opens no app any more
   */
  readonly press: (portico: Portico, wallet: WalletChoice, options: { target: ConnectTarget | undefined; late: boolean }) => void
  /** Fetches on the way to a press what that will need. `code`: has the code made as well, so that it shows at once. */
  readonly warmUp: (portico: Portico, wallet: Pick<WalletChoice, 'connector' | 'record'>, options: { code: boolean }) => void
  /** Has everything ready while wallets are on a phone's screen, where a link opens an app only in the moment of a tap. @returns a function that ends that */
  readonly readyForTaps: (portico: Portico) => () => void
}
