// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const es: Texts = {
  email: {
    asked: 'Se solicitó en {site}, en este navegador: {browser}. Si no es usted, no dé el código a nadie ni lo escriba en ningún sitio.',
    code: {
      subject: 'Su código para {site}',
      before: 'Introduzca este código para iniciar sesión en {site} con su billetera:',
      after: 'Sirve durante diez minutos, y solo en ese navegador, en la billetera que muestra el sitio.',
    },
    link: {
      subject: 'Confirme un navegador nuevo para {site}',
      who: 'Alguien quiere iniciar sesión en {site} con esta dirección, en un navegador que aún no conocemos: {browser}.',
      compare: 'Si es usted, abra el enlace y compare los dos dígitos:',
      label: 'Confirmar este navegador',
      after: 'El enlace sirve durante diez minutos y una sola vez. Si no quería iniciar sesión, no lo abra.',
    },
    change: {
      subject: 'Su código para cambiar la dirección de correo',
      primary: 'Introduzca este código para cambiar la dirección de correo de su billetera a {email}:',
      secondary: 'Introduzca este código para usar esta dirección con su billetera:',
      after: 'Sirve durante diez minutos.',
    },
    changed: {
      subject: 'Se cambió la dirección de correo de su billetera',
      old: 'Su billetera usa {email} a partir de ahora. Ya no puede iniciar sesión con esta dirección.',
      new: 'A partir de ahora, usted inicia sesión con esta dirección.',
      after: 'Si no fue usted, avise al sitio en el que usa su billetera.',
    },
    linked: {
      subject: 'Otra cuenta inicia sesión en su billetera',
      text: 'A partir de ahora, una cuenta de {provider} inicia sesión en su billetera. Se añadió en {site}, en este navegador: {browser}.',
    },
    unlinked: {
      subject: 'Una cuenta ya no inicia sesión en su billetera',
      text: '{name} ya no inicia sesión en su billetera. Se eliminó en {site}, en este navegador: {browser}.',
    },
  },
  device: {
    question: {
      title: '¿Es usted?',
      site: 'Sitio',
      browser: 'Navegador',
      match: 'Dígitos',
      hint: 'Confirme solo si es usted quien está iniciando sesión en este momento y allí aparecen los mismos dígitos.',
      yes: 'Sí, confirmar',
      no: 'No, no soy yo',
    },
    confirmed: {
      title: 'Confirmado',
      text: 'Le hemos enviado un código por correo. Introdúzcalo donde está iniciando sesión. Puede cerrar esta página.',
    },
    declined: {
      title: 'Rechazado',
      text: 'No se inició ninguna sesión. Puede cerrar esta página.',
    },
    over: {
      title: 'Este enlace ya no funciona',
      text: 'Ya se usó o ha caducado. Solicite uno nuevo donde está iniciando sesión.',
    },
  },
  words: {
    notice: {
      subject: 'Se solicitaron las palabras secretas de su billetera',
      text: 'En {origin} alguien inició sesión en su nombre y solicitó ver las palabras secretas de su billetera. Quien tiene las palabras tiene la billetera.\nSe podrán mostrar a partir del {when} UTC.',
      label: 'No fui yo: detenerlo',
      end: 'Si fue usted, no tiene que hacer nada.',
    },
    code: {
      subject: 'Código para mostrar las palabras secretas de su billetera',
      text: 'Introduzca este código en {origin} para ver las palabras secretas de su billetera:',
      end: 'Sirve durante 10 minutos. No se lo diga a nadie: con él y con su sesión se pueden leer las palabras.',
    },
    done: {
      subject: 'Se mostraron las palabras secretas de su billetera',
      text: 'Las palabras secretas de su billetera se mostraron en {origin}. Si no fue usted, pase ahora a otra billetera lo que contiene.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Impedir que se muestren las palabras',
      text: 'Alguien solicitó ver las palabras secretas de su billetera. Si no fue usted, deténgalo aquí y cierre la sesión en los demás navegadores.',
      confirm: 'Detenerlo',
    },
    exportStopped: {
      title: 'Detenido',
      text: 'Las palabras no se mostrarán. Puede cerrar esta página.',
    },
    exportOver: {
      title: 'No hay nada que detener',
      text: 'Este enlace ya no es válido: nadie espera ya las palabras.',
    },
  },
  social: {
    confirmTitle: '¿Iniciar sesión en este sitio?',
    confirmText: 'Ha iniciado sesión con {provider}.',
    confirmNamed: 'Ha iniciado sesión con {provider} como {name}.',
    matchText: 'Continúe solo si el sitio le muestra el mismo número:',
    confirm: 'Continuar',
    confirmWarning: '¿Alguien le envió aquí? Entonces cierre esta ventana: quien le muestra esto podría entrar en su cuenta.',
    doneTitle: 'Ha iniciado sesión',
    doneText: 'Cierre esta ventana y vuelva al sitio.',
    cancelledTitle: 'No ha iniciado sesión',
    cancelledText: 'Volvió atrás en {provider}. Cierre esta ventana para iniciar sesión de otra manera.',
    failedTitle: 'No se pudo iniciar sesión',
    failedText: '{provider} no dio ninguna respuesta que pudiéramos comprobar. Cierre esta ventana e inténtelo de nuevo.',
    overTitle: 'Este inicio de sesión ya no es válido',
    overText: 'Ya se usó, tardó más de diez minutos o empezó en otro navegador. Cierre esta ventana e inicie sesión de nuevo.',
    back: 'Volver al sitio',
  },
  browser: {
    on: '{browser} ({system})',
    other: 'Navegador',
  },
  window: {
    frame: 'Billetera',
    approve: 'Aprobar',
    export: 'Exportar su billetera',
    security: 'Seguridad de la billetera',
    recover: 'Recuperar su billetera',
    continue: 'Continuar a un sitio',
  },
}
