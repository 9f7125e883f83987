// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const pt: Texts = {
  email: {
    asked:
      'Ele foi solicitado em {site}, neste navegador: {browser}. Se não foi você, não dê o código a ninguém e não o digite em lugar nenhum.',
    code: {
      subject: 'Seu código para {site}',
      before: 'Digite este código para entrar em {site} com sua carteira:',
      after: 'Ele vale por dez minutos, e somente naquele navegador, na carteira que o site mostra.',
    },
    link: {
      subject: 'Confirme um novo navegador para {site}',
      who: 'Alguém quer entrar em {site} com este endereço, em um navegador que ainda não conhecemos: {browser}.',
      compare: 'Se for você, abra o link e compare os dois dígitos:',
      label: 'Confirmar este navegador',
      after: 'O link vale por dez minutos, e uma única vez. Se você não queria entrar, não o abra.',
    },
    change: {
      subject: 'Seu código para alterar o endereço de e-mail',
      primary: 'Digite este código para alterar o endereço de e-mail da sua carteira para {email}:',
      secondary: 'Digite este código para usar este endereço na sua carteira:',
      after: 'Ele vale por dez minutos.',
    },
    changed: {
      subject: 'O endereço de e-mail da sua carteira foi alterado',
      old: 'Sua carteira usa {email} a partir de agora. Você não pode mais entrar com este endereço.',
      new: 'A partir de agora, você entra com este endereço.',
      after: 'Se não foi você, avise o site em que usa sua carteira.',
    },
    linked: {
      subject: 'Outra conta entra na sua carteira',
      text: 'A partir de agora, uma conta do {provider} entra na sua carteira. Ela foi adicionada em {site}, neste navegador: {browser}.',
    },
    unlinked: {
      subject: 'Uma conta não entra mais na sua carteira',
      text: '{name} não entra mais na sua carteira. A remoção foi feita em {site}, neste navegador: {browser}.',
    },
  },
  device: {
    question: {
      title: 'É você?',
      site: 'Site',
      browser: 'Navegador',
      match: 'Dígitos',
      hint: 'Confirme somente se for você quem está entrando agora e os mesmos dígitos aparecerem lá.',
      yes: 'Sim, confirmar',
      no: 'Não, não sou eu',
    },
    confirmed: {
      title: 'Confirmado',
      text: 'Enviamos um código para o seu e-mail. Digite-o onde você está entrando. Você pode fechar esta página.',
    },
    declined: {
      title: 'Recusado',
      text: 'Ninguém entrou. Você pode fechar esta página.',
    },
    over: {
      title: 'Este link não funciona mais',
      text: 'Ele já foi usado ou expirou. Solicite um novo onde você está entrando.',
    },
  },
  words: {
    notice: {
      subject: 'As palavras secretas da sua carteira foram solicitadas',
      text: 'Em {origin}, alguém entrou em seu nome e solicitou ver as palavras secretas da sua carteira. Quem tem as palavras tem a carteira.\nElas poderão ser mostradas a partir de {when} UTC.',
      label: 'Não fui eu: interromper',
      end: 'Se foi você, não é preciso fazer nada.',
    },
    code: {
      subject: 'Código para mostrar as palavras secretas da sua carteira',
      text: 'Digite este código em {origin} para ver as palavras secretas da sua carteira:',
      end: 'Ele vale por 10 minutos. Não o informe a ninguém: com ele e com o seu acesso, as palavras podem ser lidas.',
    },
    done: {
      subject: 'As palavras secretas da sua carteira foram mostradas',
      text: 'As palavras secretas da sua carteira foram mostradas em {origin}. Se não foi você, transfira agora o que a carteira contém para outra.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Impedir que as palavras sejam mostradas',
      text: 'Alguém solicitou ver as palavras secretas da sua carteira. Se não foi você, interrompa aqui e desconecte os outros navegadores.',
      confirm: 'Interromper',
    },
    exportStopped: {
      title: 'Interrompido',
      text: 'As palavras não serão mostradas. Você pode fechar esta página.',
    },
    exportOver: {
      title: 'Nada para interromper',
      text: 'Este link não vale mais: ninguém está mais à espera das palavras.',
    },
  },
  social: {
    confirmTitle: 'Entrar neste site?',
    confirmText: 'Você entrou com {provider}.',
    confirmNamed: 'Você entrou com {provider} como {name}.',
    matchText: 'Continue somente se o site mostrar o mesmo número:',
    confirm: 'Continuar',
    confirmWarning: 'Alguém mandou você para cá? Então feche esta janela: quem mostra isto a você poderia entrar na sua conta.',
    doneTitle: 'Você entrou',
    doneText: 'Feche esta janela e volte ao site.',
    cancelledTitle: 'Você não entrou',
    cancelledText: 'Você voltou em {provider}. Feche esta janela para entrar de outra forma.',
    failedTitle: 'Não foi possível entrar',
    failedText: '{provider} não deu nenhuma resposta que pudéssemos verificar. Feche esta janela e tente novamente.',
    overTitle: 'Esta entrada não vale mais',
    overText: 'Ela já foi usada, demorou mais de dez minutos ou começou em outro navegador. Feche esta janela e entre novamente.',
    back: 'Voltar ao site',
  },
  browser: {
    on: '{browser} no {system}',
    other: 'Navegador',
  },
  window: {
    frame: 'Carteira',
    approve: 'Aprovar',
    export: 'Exportar sua carteira',
    security: 'Segurança da carteira',
    recover: 'Recuperar sua carteira',
    continue: 'Continuar para um site',
  },
}
