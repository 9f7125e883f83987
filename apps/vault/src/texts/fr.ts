// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const fr: Texts = {
  recover: {
    subject: '{match} : ouvrez votre portefeuille dans un nouveau navigateur',
    text: '{browser} sur {origin} veut utiliser votre portefeuille. Si c’est vous, et que vous y voyez les chiffres {match}, ouvrez cette page et confirmez :',
    label: 'Ouvrir la page de confirmation',
    end: 'Le lien est valable 10 minutes. Si ce n’était pas vous, ouvrez la page et refusez : quelqu’un est connecté sous votre nom.',
  },
  delay: {
    subject: 'Votre portefeuille s’ouvrira plus tard dans un nouveau navigateur',
    text: 'Comme votre portefeuille contient des avoirs importants, il ne s’ouvrira dans le nouveau navigateur qu’à partir du {when} UTC. D’ici là, vous pouvez encore l’empêcher :',
    label: 'Empêcher',
  },
  released: {
    subject: 'Votre portefeuille a été ouvert dans un nouveau navigateur',
    text: '{browser} sur {origin} peut désormais utiliser votre portefeuille. Si ce n’était pas vous, transférez ce qu’il contient vers un autre portefeuille.',
  },
  security: {
    subject: 'La récupération de votre portefeuille a été modifiée',
    passkey: 'votre clé d’accès',
    passkeys: 'l’une de vos {count} clés d’accès',
    recoveryCode: 'votre code de récupération',
    passphrase: 'votre phrase de passe',
    mail: 'un e-mail à cette adresse',
    or: ' ou ',
    text: 'Désormais, votre portefeuille se récupère avec {ways}.',
    alone: '{text} Personne d’autre ne peut le récupérer : sans cela, il est perdu.',
    end: 'Si ce n’était pas vous, transférez ce qu’il contient vers un autre portefeuille.',
  },
  owner: {
    subject: 'Les e-mails de récupération de votre portefeuille doivent changer d’adresse',
    text: 'L’adresse de votre connexion a été remplacée par {email}. Les e-mails qui permettent de récupérer votre portefeuille y seront aussi envoyés à partir du {when}, ou dès que vous acceptez. Si ce n’était pas vous, refusez :',
    label: 'Accepter ou refuser',
  },
  identity: {
    subject: 'Un compte {name} doit ouvrir votre portefeuille',
    text: 'Un navigateur qui a votre portefeuille a ajouté un compte {name}. Ce compte ouvrira votre portefeuille dans de nouveaux navigateurs à partir du {when}, ou dès que vous acceptez. Si ce n’était pas vous, refusez :',
    label: 'Accepter ou refuser',
  },
  pages: {
    recover: {
      title: 'Autoriser ce navigateur à utiliser votre portefeuille ?',
      text: 'Quelqu’un qui est connecté sous votre nom veut utiliser votre portefeuille dans un nouveau navigateur. Continuez uniquement si vous y voyez aussi ces deux chiffres :',
      confirm: 'Oui, c’est moi',
      decline: 'Non, ce n’est pas moi',
    },
    recoverConfirmed: {
      title: 'Terminé',
      text: 'Votre portefeuille s’ouvre dans le navigateur qui l’a demandé. Vous pouvez fermer cette page.',
    },
    recoverDeclined: {
      title: 'Refusé',
      text: 'L’autre navigateur n’obtient pas votre portefeuille. Changez le mot de passe de votre messagerie si vous pensez que quelqu’un la lit.',
    },
    recoverOver: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a déjà été utilisé ou date de plus de dix minutes. Demandez-en un nouveau là où vous en avez besoin.',
    },
    owner: {
      title: 'Changer l’adresse des e-mails de récupération de votre portefeuille ?',
      text: 'L’adresse e-mail de votre connexion a été changée. Désormais, les e-mails qui permettent de récupérer votre portefeuille seraient envoyés à :',
      confirm: 'Oui, changer',
      decline: 'Non, garder cette adresse',
    },
    ownerConfirmed: {
      title: 'Changé',
      text: 'Les e-mails de récupération sont envoyés à la nouvelle adresse. Vous pouvez fermer cette page.',
    },
    ownerDeclined: {
      title: 'Conservé',
      text: 'Les e-mails de récupération arrivent toujours à cette adresse.',
    },
    ownerOver: {
      title: 'Ce lien n’est plus valable',
      text: 'Une réponse a déjà été donnée à ce changement.',
    },
    identity: {
      title: 'Autoriser ce compte à ouvrir votre portefeuille ?',
      text: 'Un navigateur qui a votre portefeuille a ajouté un compte, qui l’ouvrirait dans de nouveaux navigateurs :',
      confirm: 'Oui, autoriser',
      decline: 'Non, le retirer',
    },
    identityAdded: {
      title: 'Ajouté',
      text: 'Le compte ouvre votre portefeuille dans de nouveaux navigateurs. Vous pouvez fermer cette page.',
    },
    identityRefused: {
      title: 'Retiré',
      text: 'Le compte n’ouvre pas votre portefeuille.',
    },
    identityShown: {
      title: 'Terminé',
      text: 'Votre portefeuille connaît maintenant ce compte. Vous pouvez fermer cette page et retourner sur le site.',
    },
    identityFailed: {
      title: 'Ce compte n’ouvre pas le portefeuille',
      text: 'Retournez sur le site et réessayez avec le compte que vous avez ajouté à votre portefeuille.',
    },
    identityDeclined: {
      title: 'Rien n’a été fait',
      text: 'Vous êtes revenu en arrière avant d’être connecté. Vous pouvez fermer cette page.',
    },
    identityOver: {
      title: 'Cette page n’est plus valable',
      text: 'Elle a déjà été utilisée ou date de plus de dix minutes. Recommencez là d’où vous venez.',
    },
  },
  facts: {
    account: 'Compte',
    address: 'Adresse',
    origin: 'Site',
    browser: 'Navigateur',
  },
}
