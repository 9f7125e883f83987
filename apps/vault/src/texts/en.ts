/** English, and the shape of every catalogue. `{name}` stands for a value of the sentence. */
export const en = {
  recover: {
    subject: '{match}: open your wallet in a new browser',
    text: '{browser} on {origin} wants to use your wallet. If that is you, and you see the digits {match} there, open this page and confirm:',
    label: 'Open the confirmation page',
    end: 'The link is good for 10 minutes. If it was not you, open the page and refuse: somebody is logged in as you.',
  },
  delay: {
    subject: 'Your wallet opens in a new browser later',
    text: 'Because your wallet holds much, it opens in the new browser only from {when} UTC on. Until then you can still stop it:',
    label: 'Stop it',
  },
  released: {
    subject: 'Your wallet was opened in a new browser',
    text: '{browser} on {origin} can use your wallet now. If that was not you, move what it holds to another wallet.',
  },
  security: {
    subject: 'How your wallet is recovered was changed',
    passkey: 'your passkey',
    passkeys: 'one of your {count} passkeys',
    recoveryCode: 'your recovery code',
    passphrase: 'your passphrase',
    mail: 'a mail to this address',
    or: ', or ',
    text: 'From now on your wallet is recovered by {ways}.',
    alone: '{text} Nobody else can recover it: without them it is lost.',
    end: 'If that was not you, move what it holds to another wallet.',
  },
  owner: {
    subject: 'Your wallet’s recovery mails are to go elsewhere',
    text: 'The address of your login was changed to {email}. Mails that recover your wallet will go there, too, from {when} on, or as soon as you agree. If that was not you, refuse:',
    label: 'Agree or refuse',
  },
  identity: {
    subject: 'A {name} account is to open your wallet',
    text: 'A browser that has your wallet added a {name} account. That account will open your wallet in new browsers from {when} on, or as soon as you agree. If that was not you, refuse:',
    label: 'Agree or refuse',
  },
  pages: {
    recover: {
      title: 'Let this browser use your wallet?',
      text: 'Somebody logged in as you wants to use your wallet in a new browser. Continue only if you see these two digits there, too:',
      confirm: 'Yes, that is me',
      decline: 'No, that is not me',
    },
    recoverConfirmed: {
      title: 'Done',
      text: 'Your wallet opens in the browser that asked. You can close this page.',
    },
    recoverDeclined: {
      title: 'Refused',
      text: 'The other browser does not get your wallet. Change the password of your mailbox if you think that somebody reads it.',
    },
    recoverOver: {
      title: 'This link is over',
      text: 'It was used already, or is older than ten minutes. Ask for a new one where you need it.',
    },
    owner: {
      title: 'Change where your wallet’s recovery mails go?',
      text: 'The e-mail address of your login was changed. From now on the mails that recover your wallet would go to:',
      confirm: 'Yes, change it',
      decline: 'No, keep this address',
    },
    ownerConfirmed: {
      title: 'Changed',
      text: 'Recovery mails go to the new address. You can close this page.',
    },
    ownerDeclined: {
      title: 'Kept',
      text: 'Recovery mails still come to this address.',
    },
    ownerOver: {
      title: 'This link is over',
      text: 'The change was answered already.',
    },
    identity: {
      title: 'Let this account open your wallet?',
      text: 'A browser that has your wallet added an account, which would open it in new browsers:',
      confirm: 'Yes, let it',
      decline: 'No, take it away',
    },
    identityAdded: {
      title: 'Added',
      text: 'The account opens your wallet in new browsers. You can close this page.',
    },
    identityRefused: {
      title: 'Taken away',
      text: 'The account does not open your wallet.',
    },
    identityShown: {
      title: 'Done',
      text: 'Your wallet knows this account now. You can close this page and go back to the site.',
    },
    identityFailed: {
      title: 'This account does not open the wallet',
      text: 'Go back to the site and try again with the account that you added to your wallet.',
    },
    identityDeclined: {
      title: 'Nothing was done',
      text: 'You went back before you were signed in. You can close this page.',
    },
    identityOver: {
      title: 'This page is over',
      text: 'It was used already, or is older than ten minutes. Start again where you came from.',
    },
  },
  facts: {
    account: 'Account',
    address: 'Address',
    origin: 'Site',
    browser: 'Browser',
  },
}

export type Texts = typeof en
