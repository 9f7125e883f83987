import type { WalletRecord } from '@portico/core'

type PhoneLinks = Pick<WalletRecord, 'universalLink' | 'mobileLink' | 'webLink'>
export type Stores = Pick<WalletRecord, 'homepage' | 'extension' | 'ios' | 'android'> & PhoneLinks

/** @param shops its ids in the Chrome Web Store, the App Store and on Google Play */
const at = (id: string, page: string, [extension, ios, android]: readonly string[] = [], links?: PhoneLinks): readonly [string, Stores] => [
  id,
  {
    homepage: `https://${page}`,
    ...(extension && { extension: `https://chromewebstore.google.com/detail/${extension}` }),
    ...(ios && { ios: `https://apps.apple.com/app/id${ios}` }),
    ...(android && { android: `https://play.google.com/store/apps/details?id=${android}` }),
    ...links,
  },
]

/**
 * Of the wallets of the built-in list, by id: homepages, where they are got, and how a phone opens them with a pairing, as the
 * gateway's directory has it. Loaded with the views that lead there.
 */
const stores: ReadonlyMap<string, Stores> = new Map([
  at('app.backpack', 'backpack.app', ['aflkmfhebedbjioipglgcbcmnbpgliof', '6445964121', 'app.backpack.mobile'], {
    universalLink: 'https://backpack.app/ul/v1',
    mobileLink: 'backpack://',
  }),
  at('com.brave.wallet', 'brave.com/wallet/'),
  at('com.coinbase.wallet', 'www.coinbase.com/wallet', ['hnfanknocfeofbddgcijnmhnfnkdnaad', '1278383455', 'org.toshi']),
  at('sh.frame', 'frame.sh', ['ldcoohedfbjoobcadoglnnmmfbdlmmhf']),
  at('io.leather', 'leather.io', ['ldinpeekobnhjjdofggfgjlcehhmanlj']),
  at('io.magiceden.wallet', 'wallet.magiceden.io', ['mkpegjkblkkefacfnmkajcjmabijhclg', '6478631482', 'com.magiceden.wallet'], {
    mobileLink: 'magiceden://',
  }),
  at('io.metamask', 'metamask.io/download', ['nkbihfbeogaeaoehlefnkodbefgpgknn', '1438144202', 'io.metamask'], {
    universalLink: 'https://metamask.app.link/',
    mobileLink: 'metamask://',
  }),
  at('com.okex.wallet', 'www.okx.com/web3', ['mcohilncbfahbmgdjkbpemcciiolgcge', '6743309484', 'com.okx.wallet'], {
    universalLink: 'https://web3.okx.com/download',
    mobileLink: 'okxwallet://main',
  }),
  at('app.phantom', 'phantom.com/download', ['bfnaelmomeimhlpmgjnjophhpkkoljpa', '1598432977', 'app.phantom']),
  at('io.rabby', 'rabby.io', ['acmacodkjbdgmoleebolmdjonilkdbch', '6474381673', 'com.debank.rabbymobile'], { mobileLink: 'rabby://' }),
  at('me.rainbow', 'rainbow.me/download', ['opfgelmcmbiajamepnmloijbpoleiama', '1457119021', 'me.rainbow'], {
    universalLink: 'https://rnbwapp.com/',
    mobileLink: 'rainbow://',
  }),
  at('com.solflare', 'www.solflare.com'),
  at('xyz.taho', 'taho.xyz', ['eajafomhmkipbjmfmhebemolkcicgfmd']),
  at('com.trustwallet.app', 'trustwallet.com/download', ['egjidjbpglichdcondbcbdnbeeppgdph', '1288339409', 'com.wallet.crypto.trustapp'], {
    universalLink: 'https://link.trustwallet.com/',
    mobileLink: 'trust://',
  }),
  at('io.unisat', 'unisat.io/download'),
  at('app.xverse', 'www.xverse.app/download', ['idnnbdplmphpflfnlkomgpfbpcgelopg', '1552272513', 'com.secretkeylabs.xverse'], {
    mobileLink: 'xverse://',
  }),
  at('io.zerion.wallet', 'zerion.io/download', ['klghhnkeealcohjjanjjdaeeggmfmlpl', '1456732565', 'io.zerion.android'], {
    universalLink: 'https://wallet.zerion.io/wc',
    mobileLink: 'zerion://',
    webLink: 'https://wallet.zerion.io/',
  }),
])

/** A record with what is known here of a wallet of the built-in list, unless it says that itself. */
export const withStores = (record: WalletRecord): WalletRecord => ({ ...stores.get(record.id), ...record })
