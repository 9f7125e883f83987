/** English, and the shape of every catalogue. `{name}` stands for a value of the sentence. */
export const en = {
  email: {
    asked: 'It was asked for on {site}, in this browser: {browser}. If that is not you, give the code to nobody and type it nowhere.',
    code: {
      subject: 'Your code for {site}',
      before: 'Enter this code to log in to {site} with your wallet:',
      after: 'It works for ten minutes, and only in that browser, in the wallet that the site shows.',
    },
    link: {
      subject: 'Confirm a new browser for {site}',
      who: 'Somebody wants to log in to {site} with this address, in a browser that we do not know yet: {browser}.',
      compare: 'If it is you, open the link and compare the two digits:',
      label: 'Confirm this browser',
      after: 'The link works for ten minutes, and once. If you did not want to log in, do not open it.',
    },
    change: {
      subject: 'Your code to change your e-mail address',
      primary: 'Enter this code to change the e-mail address of your wallet to {email}:',
      secondary: 'Enter this code to use this address for your wallet:',
      after: 'It works for ten minutes.',
    },
    changed: {
      subject: 'The e-mail address of your wallet was changed',
      old: "Your wallet uses {email} from now on. You can't log in with this address any more.",
      new: 'You log in with this address from now on.',
      after: 'If it was not you, tell the site that you use your wallet on.',
    },
    linked: {
      subject: 'Another account logs in to your wallet',
      text: 'A {provider} account logs in to your wallet from now on. It was added on {site}, in this browser: {browser}.',
    },
    unlinked: {
      subject: 'An account does not log in to your wallet any more',
      text: '{name} does not log in to your wallet any more. It was removed on {site}, in this browser: {browser}.',
    },
  },
  device: {
    question: {
      title: 'Is it you?',
      site: 'Site',
      browser: 'Browser',
      match: 'Digits',
      hint: 'Confirm only if you are logging in yourself right now, and the same digits are shown there.',
      yes: 'Yes, confirm',
      no: 'No, it is not me',
    },
    confirmed: {
      title: 'Confirmed',
      text: 'We have mailed you a code. Enter it where you are logging in. You can close this page.',
    },
    declined: {
      title: 'Declined',
      text: 'Nobody was logged in. You can close this page.',
    },
    over: {
      title: 'This link does not work any more',
      text: 'It was used already, or it has expired. Ask for a new one where you are logging in.',
    },
  },
  words: {
    notice: {
      subject: 'Your wallet’s secret words were asked for',
      text: 'On {origin} somebody logged in as you and asked to see the secret words of your wallet. Whoever has the words has the wallet.\nThey can be shown from {when} UTC on.',
      label: 'That was not me: stop it',
      end: 'If it was you, there is nothing to do.',
    },
    code: {
      subject: 'Code to show your wallet’s secret words',
      text: 'Enter this code on {origin} to see the secret words of your wallet:',
      end: 'It is good for 10 minutes. Tell it to nobody: with it and your login the words can be read.',
    },
    done: {
      subject: 'Your wallet’s secret words were shown',
      text: 'The secret words of your wallet were shown on {origin}. If that was not you, move what the wallet holds to another one now.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Stop showing the words',
      text: 'Somebody asked to see the secret words of your wallet. If that was not you, stop it here, and sign out other browsers.',
      confirm: 'Stop it',
    },
    exportStopped: {
      title: 'Stopped',
      text: 'The words will not be shown. You can close this page.',
    },
    exportOver: {
      title: 'Nothing to stop',
      text: 'This link is over: nobody waits for the words any more.',
    },
  },
  social: {
    confirmTitle: 'Log in to this site?',
    confirmText: 'You are logged in with {provider}.',
    confirmNamed: 'You are logged in with {provider} as {name}.',
    matchText: 'Continue only if the site shows you the same number:',
    confirm: 'Continue',
    confirmWarning: 'Did somebody send you here? Then close this window: whoever shows you this could get into your account.',
    doneTitle: 'You are logged in',
    doneText: 'Close this window and go back to the site.',
    cancelledTitle: 'You are not logged in',
    cancelledText: 'You went back at {provider}. Close this window to log in another way.',
    failedTitle: 'The login did not work',
    failedText: '{provider} gave no answer that we could check. Close this window and try again.',
    overTitle: 'This login is over',
    overText: 'It was used already, took longer than ten minutes, or began in another browser. Close this window and log in again.',
    back: 'Back to the site',
  },
  browser: {
    on: '{browser} on {system}',
    other: 'Browser',
  },
  window: {
    frame: 'Wallet',
    approve: 'Approve',
    export: 'Export your wallet',
    security: 'Wallet safety',
    recover: 'Recover your wallet',
    continue: 'Continue to a site',
  },
}

export type Texts = typeof en
