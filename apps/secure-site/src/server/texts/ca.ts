// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const ca: Texts = {
  email: {
    asked: 'S’ha demanat a {site}, en aquest navegador: {browser}. Si no és vostè, no doni el codi a ningú ni l’escrigui enlloc.',
    code: {
      subject: 'El seu codi per a {site}',
      before: 'Introdueixi aquest codi per iniciar la sessió a {site} amb la seva cartera:',
      after: 'És vàlid durant deu minuts, i només en aquell navegador, a la cartera que mostra el lloc.',
    },
    link: {
      subject: 'Confirmi un navegador nou per a {site}',
      who: 'Algú vol iniciar la sessió a {site} amb aquesta adreça, en un navegador que encara no coneixem: {browser}.',
      compare: 'Si és vostè, obri l’enllaç i compari els dos dígits:',
      label: 'Confirma aquest navegador',
      after: 'L’enllaç és vàlid durant deu minuts i una sola vegada. Si no volia iniciar la sessió, no l’obri.',
    },
    change: {
      subject: 'El seu codi per canviar l’adreça electrònica',
      primary: 'Introdueixi aquest codi per canviar l’adreça electrònica de la seva cartera a {email}:',
      secondary: 'Introdueixi aquest codi per fer servir aquesta adreça amb la seva cartera:',
      after: 'És vàlid durant deu minuts.',
    },
    changed: {
      subject: 'S’ha canviat l’adreça electrònica de la seva cartera',
      old: 'La seva cartera fa servir {email} a partir d’ara. Ja no pot iniciar la sessió amb aquesta adreça.',
      new: 'A partir d’ara, inicia la sessió amb aquesta adreça.',
      after: 'Si no ha estat vostè, avisi el lloc on fa servir la cartera.',
    },
    linked: {
      subject: 'Un altre compte inicia la sessió a la seva cartera',
      text: 'A partir d’ara, un compte de {provider} inicia la sessió a la seva cartera. S’ha afegit a {site}, en aquest navegador: {browser}.',
    },
    unlinked: {
      subject: 'Un compte ja no inicia la sessió a la seva cartera',
      text: '{name} ja no inicia la sessió a la seva cartera. S’ha tret a {site}, en aquest navegador: {browser}.',
    },
  },
  device: {
    question: {
      title: 'És vostè?',
      site: 'Lloc',
      browser: 'Navegador',
      match: 'Dígits',
      hint: 'Confirmi només si és vostè qui està iniciant la sessió ara mateix i allà es mostren els mateixos dígits.',
      yes: 'Sí, confirma',
      no: 'No, no soc jo',
    },
    confirmed: {
      title: 'Confirmat',
      text: 'Li hem enviat un codi per correu. Introdueixi’l allà on està iniciant la sessió. Pot tancar aquesta pàgina.',
    },
    declined: {
      title: 'Rebutjat',
      text: 'No s’ha iniciat cap sessió. Pot tancar aquesta pàgina.',
    },
    over: {
      title: 'Aquest enllaç ja no funciona',
      text: 'Ja s’ha utilitzat o ha caducat. Demani’n un de nou allà on està iniciant la sessió.',
    },
  },
  words: {
    notice: {
      subject: 'S’han demanat les paraules secretes de la seva cartera',
      text: 'A {origin} algú ha iniciat la sessió en nom seu i ha demanat veure les paraules secretes de la seva cartera. Qui té les paraules té la cartera.\nEs podran mostrar a partir d’aquest moment: {when} UTC.',
      label: 'No he estat jo: atura-ho',
      end: 'Si ha estat vostè, no cal que faci res.',
    },
    code: {
      subject: 'Codi per mostrar les paraules secretes de la seva cartera',
      text: 'Introdueixi aquest codi a {origin} per veure les paraules secretes de la seva cartera:',
      end: 'És vàlid durant 10 minuts. No el digui a ningú: amb el codi i la seva sessió es poden llegir les paraules.',
    },
    done: {
      subject: 'S’han mostrat les paraules secretes de la seva cartera',
      text: 'Les paraules secretes de la seva cartera s’han mostrat a {origin}. Si no ha estat vostè, passi ara a una altra cartera el que conté.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Impedir que es mostrin les paraules',
      text: 'Algú ha demanat veure les paraules secretes de la seva cartera. Si no ha estat vostè, aturi-ho aquí i tanqui la sessió dels altres navegadors.',
      confirm: 'Atura-ho',
    },
    exportStopped: {
      title: 'Aturat',
      text: 'Les paraules no es mostraran. Pot tancar aquesta pàgina.',
    },
    exportOver: {
      title: 'No hi ha res per aturar',
      text: 'Aquest enllaç ja no és vàlid: ningú no espera ja les paraules.',
    },
  },
  social: {
    confirmTitle: 'Vol iniciar la sessió en aquest lloc?',
    confirmText: 'Ha iniciat la sessió amb {provider}.',
    confirmNamed: 'Ha iniciat la sessió amb {provider} com a {name}.',
    matchText: 'Continuï només si el lloc li mostra el mateix número:',
    confirm: 'Continua',
    confirmWarning: 'L’ha enviat algú aquí? Doncs tanqui aquesta finestra: qui li mostra això podria entrar al seu compte.',
    doneTitle: 'Ha iniciat la sessió',
    doneText: 'Tanqui aquesta finestra i torni al lloc.',
    cancelledTitle: 'No ha iniciat la sessió',
    cancelledText: 'Ha tornat enrere a {provider}. Tanqui aquesta finestra per iniciar la sessió d’una altra manera.',
    failedTitle: 'No s’ha pogut iniciar la sessió',
    failedText: '{provider} no ha donat cap resposta que poguéssim comprovar. Tanqui aquesta finestra i torni-ho a provar.',
    overTitle: 'Aquest inici de sessió ja no és vàlid',
    overText:
      'Ja s’ha utilitzat, ha trigat més de deu minuts o ha començat en un altre navegador. Tanqui aquesta finestra i torni a iniciar la sessió.',
    back: 'Torna al lloc',
  },
  browser: {
    on: '{browser} ({system})',
    other: 'Navegador',
  },
  window: {
    frame: 'Cartera',
    approve: 'Aprovar',
    export: 'Exportar la cartera',
    security: 'Seguretat de la cartera',
    recover: 'Recuperar la cartera',
    continue: 'Continuar a un lloc',
  },
}
