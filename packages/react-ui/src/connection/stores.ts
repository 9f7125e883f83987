import type { WalletRecord } from '@portico/core'

export type Stores = Pick<WalletRecord, 'extension' | 'ios' | 'android'>

const at = (id: string, extension: string, ios?: string, android?: string): readonly [string, Stores] => [
  id,
  {
    extension: `https://chromewebstore.google.com/detail/${extension}`,
    ...(ios && { ios: `https://apps.apple.com/app/id${ios}` }),
    ...(android && { android: `https://play.google.com/store/apps/details?id=${android}` }),
  },
]

/** Where the wallets of the built-in list are got, by id, as the gateway's directory has it. Loaded with the views that lead there. */
const stores: ReadonlyMap<string, Stores> = new Map([
  at('app.backpack', 'aflkmfhebedbjioipglgcbcmnbpgliof', '6445964121', 'app.backpack.mobile'),
  at('com.coinbase.wallet', 'hnfanknocfeofbddgcijnmhnfnkdnaad', '1278383455', 'org.toshi'),
  at('io.leather', 'ldinpeekobnhjjdofggfgjlcehhmanlj'),
  at('io.magiceden.wallet', 'mkpegjkblkkefacfnmkajcjmabijhclg', '6478631482', 'com.magiceden.wallet'),
  at('io.metamask', 'nkbihfbeogaeaoehlefnkodbefgpgknn', '1438144202', 'io.metamask'),
  at('com.okex.wallet', 'mcohilncbfahbmgdjkbpemcciiolgcge', '6743309484', 'com.okx.wallet'),
  at('app.phantom', 'bfnaelmomeimhlpmgjnjophhpkkoljpa', '1598432977', 'app.phantom'),
  at('io.rabby', 'acmacodkjbdgmoleebolmdjonilkdbch', '6474381673', 'com.debank.rabbymobile'),
  at('me.rainbow', 'opfgelmcmbiajamepnmloijbpoleiama', '1457119021', 'me.rainbow'),
  at('com.trustwallet.app', 'egjidjbpglichdcondbcbdnbeeppgdph', '1288339409', 'com.wallet.crypto.trustapp'),
  at('app.xverse', 'idnnbdplmphpflfnlkomgpfbpcgelopg', '1552272513', 'com.secretkeylabs.xverse'),
  at('io.zerion.wallet', 'klghhnkeealcohjjanjjdaeeggmfmlpl', '1456732565', 'io.zerion.android'),
])

/** A record with the stores of the built-in list, unless it names its own. */
export const withStores = (record: WalletRecord): WalletRecord => ({ ...stores.get(record.id), ...record })
