// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const es: Texts = {
  recover: {
    subject: '{match}: abra su billetera en un navegador nuevo',
    text: '{browser} en {origin} quiere usar su billetera. Si es usted, y allí ve los dígitos {match}, abra esta página y confirme:',
    label: 'Abrir la página de confirmación',
    end: 'El enlace sirve durante 10 minutos. Si no fue usted, abra la página y rechácelo: alguien ha iniciado sesión en su nombre.',
  },
  delay: {
    subject: 'Su billetera se abrirá más tarde en un navegador nuevo',
    text: 'Como su billetera contiene mucho, no se abrirá en el navegador nuevo hasta el {when} UTC. Hasta entonces todavía puede detenerlo:',
    label: 'Detenerlo',
  },
  released: {
    subject: 'Su billetera se abrió en un navegador nuevo',
    text: '{browser} en {origin} ya puede usar su billetera. Si no fue usted, pase a otra billetera lo que contiene.',
  },
  security: {
    subject: 'Se cambió la forma de recuperar su billetera',
    passkey: 'su llave de acceso',
    passkeys: 'una de sus {count} llaves de acceso',
    recoveryCode: 'su código de recuperación',
    passphrase: 'su frase de contraseña',
    mail: 'un correo a esta dirección',
    or: ' o ',
    text: 'A partir de ahora, su billetera se recupera con {ways}.',
    alone: '{text} Nadie más puede recuperarla: sin eso, se pierde.',
    end: 'Si no fue usted, pase a otra billetera lo que contiene.',
  },
  owner: {
    subject: 'Los correos de recuperación de su billetera van a ir a otra dirección',
    text: 'La dirección de su inicio de sesión se cambió a {email}. Los correos que recuperan su billetera irán también allí a partir del {when}, o en cuanto usted lo acepte. Si no fue usted, rechácelo:',
    label: 'Aceptar o rechazar',
  },
  identity: {
    subject: 'Una cuenta de {name} va a abrir su billetera',
    text: 'Un navegador que tiene su billetera añadió una cuenta de {name}. Esa cuenta abrirá su billetera en navegadores nuevos a partir del {when}, o en cuanto usted lo acepte. Si no fue usted, rechácelo:',
    label: 'Aceptar o rechazar',
  },
  pages: {
    recover: {
      title: '¿Permitir que este navegador use su billetera?',
      text: 'Alguien que ha iniciado sesión en su nombre quiere usar su billetera en un navegador nuevo. Continúe solo si allí también ve estos dos dígitos:',
      confirm: 'Sí, soy yo',
      decline: 'No, no soy yo',
    },
    recoverConfirmed: {
      title: 'Listo',
      text: 'Su billetera se abre en el navegador que lo solicitó. Puede cerrar esta página.',
    },
    recoverDeclined: {
      title: 'Rechazado',
      text: 'El otro navegador no obtiene su billetera. Cambie la contraseña de su buzón si cree que alguien lo lee.',
    },
    recoverOver: {
      title: 'Este enlace ya no es válido',
      text: 'Ya se usó o tiene más de diez minutos. Solicite uno nuevo donde lo necesite.',
    },
    owner: {
      title: '¿Cambiar adónde van los correos de recuperación de su billetera?',
      text: 'Se cambió la dirección de correo de su inicio de sesión. A partir de ahora, los correos que recuperan su billetera irían a:',
      confirm: 'Sí, cambiarla',
      decline: 'No, conservar esta dirección',
    },
    ownerConfirmed: {
      title: 'Cambiado',
      text: 'Los correos de recuperación van a la dirección nueva. Puede cerrar esta página.',
    },
    ownerDeclined: {
      title: 'Conservado',
      text: 'Los correos de recuperación siguen llegando a esta dirección.',
    },
    ownerOver: {
      title: 'Este enlace ya no es válido',
      text: 'Ya se respondió a este cambio.',
    },
    identity: {
      title: '¿Permitir que esta cuenta abra su billetera?',
      text: 'Un navegador que tiene su billetera añadió una cuenta, que la abriría en navegadores nuevos:',
      confirm: 'Sí, permitirlo',
      decline: 'No, quitarla',
    },
    identityAdded: {
      title: 'Añadida',
      text: 'La cuenta abre su billetera en navegadores nuevos. Puede cerrar esta página.',
    },
    identityRefused: {
      title: 'Quitada',
      text: 'La cuenta no abre su billetera.',
    },
    identityShown: {
      title: 'Listo',
      text: 'Su billetera ya conoce esta cuenta. Puede cerrar esta página y volver al sitio.',
    },
    identityFailed: {
      title: 'Esta cuenta no abre la billetera',
      text: 'Vuelva al sitio e inténtelo de nuevo con la cuenta que añadió a su billetera.',
    },
    identityDeclined: {
      title: 'No se hizo nada',
      text: 'Volvió atrás antes de iniciar sesión. Puede cerrar esta página.',
    },
    identityOver: {
      title: 'Esta página ya no es válida',
      text: 'Ya se usó o tiene más de diez minutos. Empiece de nuevo donde estaba.',
    },
  },
  facts: {
    account: 'Cuenta',
    address: 'Dirección',
    origin: 'Sitio',
    browser: 'Navegador',
  },
}
