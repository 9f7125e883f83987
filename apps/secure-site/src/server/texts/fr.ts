// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const fr: Texts = {
  email: {
    asked:
      'Il a été demandé sur {site}, dans ce navigateur : {browser}. Si ce n’est pas vous, ne donnez ce code à personne et ne le saisissez nulle part.',
    code: {
      subject: 'Votre code pour {site}',
      before: 'Saisissez ce code pour vous connecter à {site} avec votre portefeuille :',
      after: 'Il est valable dix minutes, uniquement dans ce navigateur, dans le portefeuille que le site affiche.',
    },
    link: {
      subject: 'Confirmez un nouveau navigateur pour {site}',
      who: 'Quelqu’un veut se connecter à {site} avec cette adresse, dans un navigateur que nous ne connaissons pas encore : {browser}.',
      compare: 'Si c’est vous, ouvrez le lien et comparez les deux chiffres :',
      label: 'Confirmer ce navigateur',
      after: 'Le lien est valable dix minutes et ne sert qu’une fois. Si vous ne vouliez pas vous connecter, ne l’ouvrez pas.',
    },
    change: {
      subject: 'Votre code pour changer d’adresse e-mail',
      primary: 'Saisissez ce code pour remplacer l’adresse e-mail de votre portefeuille par {email} :',
      secondary: 'Saisissez ce code pour utiliser cette adresse pour votre portefeuille :',
      after: 'Il est valable dix minutes.',
    },
    changed: {
      subject: 'L’adresse e-mail de votre portefeuille a été changée',
      old: 'Votre portefeuille utilise désormais {email}. Vous ne pouvez plus vous connecter avec cette adresse-ci.',
      new: 'Vous vous connectez désormais avec cette adresse.',
      after: 'Si ce n’était pas vous, prévenez le site sur lequel vous utilisez votre portefeuille.',
    },
    linked: {
      subject: 'Un autre compte se connecte à votre portefeuille',
      text: 'Un compte {provider} se connecte désormais à votre portefeuille. Il a été ajouté sur {site}, dans ce navigateur : {browser}.',
    },
    unlinked: {
      subject: 'Un compte ne se connecte plus à votre portefeuille',
      text: '{name} ne se connecte plus à votre portefeuille. Le retrait a été fait sur {site}, dans ce navigateur : {browser}.',
    },
  },
  device: {
    question: {
      title: 'Est-ce bien vous ?',
      site: 'Site',
      browser: 'Navigateur',
      match: 'Chiffres',
      hint: 'Confirmez uniquement si vous êtes vous-même en train de vous connecter et que les mêmes chiffres y sont affichés.',
      yes: 'Oui, confirmer',
      no: 'Non, ce n’est pas moi',
    },
    confirmed: {
      title: 'Confirmé',
      text: 'Nous vous avons envoyé un code par e-mail. Saisissez-le là où vous vous connectez. Vous pouvez fermer cette page.',
    },
    declined: {
      title: 'Refusé',
      text: 'Personne n’a été connecté. Vous pouvez fermer cette page.',
    },
    over: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il a déjà été utilisé ou il a expiré. Demandez-en un nouveau là où vous vous connectez.',
    },
  },
  words: {
    notice: {
      subject: 'Les mots secrets de votre portefeuille ont été demandés',
      text: 'Sur {origin}, quelqu’un s’est connecté sous votre nom et a demandé à voir les mots secrets de votre portefeuille. Qui a les mots a le portefeuille.\nIls pourront être affichés à partir du {when} UTC.',
      label: 'Ce n’était pas moi : arrêter',
      end: 'Si c’était vous, vous n’avez rien à faire.',
    },
    code: {
      subject: 'Code pour afficher les mots secrets de votre portefeuille',
      text: 'Saisissez ce code sur {origin} pour voir les mots secrets de votre portefeuille :',
      end: 'Il est valable 10 minutes. Ne le communiquez à personne : avec lui et votre connexion, on peut lire les mots.',
    },
    done: {
      subject: 'Les mots secrets de votre portefeuille ont été affichés',
      text: 'Les mots secrets de votre portefeuille ont été affichés sur {origin}. Si ce n’était pas vous, transférez maintenant ce que contient le portefeuille vers un autre.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Empêcher l’affichage des mots',
      text: 'Quelqu’un a demandé à voir les mots secrets de votre portefeuille. Si ce n’était pas vous, arrêtez cela ici et déconnectez les autres navigateurs.',
      confirm: 'Arrêter',
    },
    exportStopped: {
      title: 'Arrêté',
      text: 'Les mots ne seront pas affichés. Vous pouvez fermer cette page.',
    },
    exportOver: {
      title: 'Rien à arrêter',
      text: 'Ce lien n’est plus valable : personne n’attend plus les mots.',
    },
  },
  social: {
    confirmTitle: 'Se connecter à ce site ?',
    confirmText: 'Vous êtes connecté avec {provider}.',
    confirmNamed: 'Vous êtes connecté avec {provider} en tant que {name}.',
    matchText: 'Continuez uniquement si le site vous affiche le même nombre :',
    confirm: 'Continuer',
    confirmWarning:
      'Quelqu’un vous a envoyé ici ? Alors fermez cette fenêtre : la personne qui vous montre ceci pourrait accéder à votre compte.',
    doneTitle: 'Vous êtes connecté',
    doneText: 'Fermez cette fenêtre et retournez sur le site.',
    cancelledTitle: 'Vous n’êtes pas connecté',
    cancelledText: 'Vous êtes revenu en arrière chez {provider}. Fermez cette fenêtre pour vous connecter autrement.',
    failedTitle: 'La connexion n’a pas abouti',
    failedText: '{provider} n’a donné aucune réponse que nous puissions vérifier. Fermez cette fenêtre et réessayez.',
    overTitle: 'Cette connexion n’est plus valable',
    overText:
      'Elle a déjà été utilisée, a duré plus de dix minutes ou a commencé dans un autre navigateur. Fermez cette fenêtre et reconnectez-vous.',
    back: 'Retour au site',
  },
  browser: {
    on: '{browser} ({system})',
    other: 'Navigateur',
  },
  window: {
    frame: 'Portefeuille',
    approve: 'Approuver',
    export: 'Exporter votre portefeuille',
    security: 'Sécurité du portefeuille',
    recover: 'Récupérer votre portefeuille',
    continue: 'Continuer vers un site',
  },
}
