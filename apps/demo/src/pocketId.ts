/** The id of the wallet of `phone.html`, here and for sites. */
export const pocketId = 'com.pocket.wallet'
