// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const ca: Texts = {
  recover: {
    subject: '{match}: obri la seva cartera en un navegador nou',
    text: '{browser} a {origin} vol fer servir la seva cartera. Si és vostè, i hi veu els dígits {match}, obri aquesta pàgina i confirmi:',
    label: 'Obre la pàgina de confirmació',
    end: 'L’enllaç és vàlid durant 10 minuts. Si no ha estat vostè, obri la pàgina i rebutgi-ho: algú ha iniciat la sessió en nom seu.',
  },
  delay: {
    subject: 'La seva cartera s’obrirà més tard en un navegador nou',
    text: 'Com que la seva cartera conté molt, no s’obrirà en el navegador nou fins a aquest moment: {when} UTC. Mentrestant encara ho pot aturar:',
    label: 'Atura-ho',
  },
  released: {
    subject: 'La seva cartera s’ha obert en un navegador nou',
    text: '{browser} a {origin} ja pot fer servir la seva cartera. Si no ha estat vostè, passi a una altra cartera el que conté.',
  },
  security: {
    subject: 'S’ha canviat la manera de recuperar la seva cartera',
    passkey: 'la seva clau d’accés',
    passkeys: 'una de les seves {count} claus d’accés',
    recoveryCode: 'el seu codi de recuperació',
    passphrase: 'la seva frase de contrasenya',
    mail: 'un correu a aquesta adreça',
    or: ' o ',
    text: 'A partir d’ara, la seva cartera es recupera amb {ways}.',
    alone: '{text} Ningú més no la pot recuperar: sense això, es perd.',
    end: 'Si no ha estat vostè, passi a una altra cartera el que conté.',
  },
  owner: {
    subject: 'Els correus de recuperació de la seva cartera han d’anar a una altra adreça',
    text: 'L’adreça del seu inici de sessió s’ha canviat a {email}. Els correus que recuperen la seva cartera hi arribaran també a partir d’aquesta data: {when}, o tan bon punt ho accepti. Si no ha estat vostè, rebutgi-ho:',
    label: 'Accepta o rebutja',
  },
  identity: {
    subject: 'Un compte de {name} ha d’obrir la seva cartera',
    text: 'Un navegador que té la seva cartera ha afegit un compte de {name}. Aquest compte obrirà la seva cartera en navegadors nous a partir d’aquesta data: {when}, o tan bon punt ho accepti. Si no ha estat vostè, rebutgi-ho:',
    label: 'Accepta o rebutja',
  },
  pages: {
    recover: {
      title: 'Vol permetre que aquest navegador faci servir la seva cartera?',
      text: 'Algú que ha iniciat la sessió en nom seu vol fer servir la seva cartera en un navegador nou. Continuï només si també hi veu aquests dos dígits:',
      confirm: 'Sí, soc jo',
      decline: 'No, no soc jo',
    },
    recoverConfirmed: {
      title: 'Fet',
      text: 'La seva cartera s’obre en el navegador que ho ha demanat. Pot tancar aquesta pàgina.',
    },
    recoverDeclined: {
      title: 'Rebutjat',
      text: 'L’altre navegador no obté la seva cartera. Canviï la contrasenya de la seva bústia si creu que algú la llegeix.',
    },
    recoverOver: {
      title: 'Aquest enllaç ja no és vàlid',
      text: 'Ja s’ha utilitzat o té més de deu minuts. Demani’n un de nou allà on el necessiti.',
    },
    owner: {
      title: 'Vol canviar on van els correus de recuperació de la seva cartera?',
      text: 'S’ha canviat l’adreça electrònica del seu inici de sessió. A partir d’ara, els correus que recuperen la seva cartera anirien a:',
      confirm: 'Sí, canvia-la',
      decline: 'No, conserva aquesta adreça',
    },
    ownerConfirmed: {
      title: 'Canviat',
      text: 'Els correus de recuperació van a l’adreça nova. Pot tancar aquesta pàgina.',
    },
    ownerDeclined: {
      title: 'Conservat',
      text: 'Els correus de recuperació continuen arribant a aquesta adreça.',
    },
    ownerOver: {
      title: 'Aquest enllaç ja no és vàlid',
      text: 'Ja s’ha respost a aquest canvi.',
    },
    identity: {
      title: 'Vol permetre que aquest compte obri la seva cartera?',
      text: 'Un navegador que té la seva cartera ha afegit un compte, que l’obriria en navegadors nous:',
      confirm: 'Sí, permet-ho',
      decline: 'No, treu-lo',
    },
    identityAdded: {
      title: 'Afegit',
      text: 'El compte obre la seva cartera en navegadors nous. Pot tancar aquesta pàgina.',
    },
    identityRefused: {
      title: 'Tret',
      text: 'El compte no obre la seva cartera.',
    },
    identityShown: {
      title: 'Fet',
      text: 'La seva cartera ja coneix aquest compte. Pot tancar aquesta pàgina i tornar al lloc.',
    },
    identityFailed: {
      title: 'Aquest compte no obre la cartera',
      text: 'Torni al lloc i torni-ho a provar amb el compte que ha afegit a la seva cartera.',
    },
    identityDeclined: {
      title: 'No s’ha fet res',
      text: 'Ha tornat enrere abans d’iniciar la sessió. Pot tancar aquesta pàgina.',
    },
    identityOver: {
      title: 'Aquesta pàgina ja no és vàlida',
      text: 'Ja s’ha utilitzat o té més de deu minuts. Torni a començar allà d’on venia.',
    },
  },
  facts: {
    account: 'Compte',
    address: 'Adreça',
    origin: 'Lloc',
    browser: 'Navegador',
  },
}
