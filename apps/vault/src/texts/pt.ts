// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const pt: Texts = {
  recover: {
    subject: '{match}: abra sua carteira em um novo navegador',
    text: '{browser} em {origin} quer usar sua carteira. Se for você, e se lá aparecerem os dígitos {match}, abra esta página e confirme:',
    label: 'Abrir a página de confirmação',
    end: 'O link vale por 10 minutos. Se não foi você, abra a página e recuse: alguém entrou em seu nome.',
  },
  delay: {
    subject: 'Sua carteira será aberta mais tarde em um novo navegador',
    text: 'Como sua carteira contém muito, ela só será aberta no novo navegador a partir de {when} UTC. Até lá, você ainda pode interromper:',
    label: 'Interromper',
  },
  released: {
    subject: 'Sua carteira foi aberta em um novo navegador',
    text: '{browser} em {origin} agora pode usar sua carteira. Se não foi você, transfira o que ela contém para outra carteira.',
  },
  security: {
    subject: 'A forma de recuperar sua carteira foi alterada',
    passkey: 'sua chave de acesso',
    passkeys: 'uma das suas {count} chaves de acesso',
    recoveryCode: 'seu código de recuperação',
    passphrase: 'sua frase-senha',
    mail: 'um e-mail para este endereço',
    or: ' ou ',
    text: 'A partir de agora, sua carteira é recuperada com {ways}.',
    alone: '{text} Ninguém mais pode recuperá-la: sem isso, ela está perdida.',
    end: 'Se não foi você, transfira o que ela contém para outra carteira.',
  },
  owner: {
    subject: 'Os e-mails de recuperação da sua carteira devem ir para outro endereço',
    text: 'O endereço do seu acesso foi alterado para {email}. Os e-mails que recuperam sua carteira também irão para lá a partir de {when}, ou assim que você concordar. Se não foi você, recuse:',
    label: 'Concordar ou recusar',
  },
  identity: {
    subject: 'Uma conta {name} deve abrir sua carteira',
    text: 'Um navegador que tem sua carteira adicionou uma conta {name}. Essa conta abrirá sua carteira em novos navegadores a partir de {when}, ou assim que você concordar. Se não foi você, recuse:',
    label: 'Concordar ou recusar',
  },
  pages: {
    recover: {
      title: 'Permitir que este navegador use sua carteira?',
      text: 'Alguém que entrou em seu nome quer usar sua carteira em um novo navegador. Continue somente se você vir lá também estes dois dígitos:',
      confirm: 'Sim, sou eu',
      decline: 'Não, não sou eu',
    },
    recoverConfirmed: {
      title: 'Concluído',
      text: 'Sua carteira é aberta no navegador que a solicitou. Você pode fechar esta página.',
    },
    recoverDeclined: {
      title: 'Recusado',
      text: 'O outro navegador não recebe sua carteira. Altere a senha da sua caixa de e-mail se achar que alguém a lê.',
    },
    recoverOver: {
      title: 'Este link não vale mais',
      text: 'Ele já foi usado ou tem mais de dez minutos. Solicite um novo onde precisar dele.',
    },
    owner: {
      title: 'Alterar para onde vão os e-mails de recuperação da sua carteira?',
      text: 'O endereço de e-mail do seu acesso foi alterado. A partir de agora, os e-mails que recuperam sua carteira iriam para:',
      confirm: 'Sim, alterar',
      decline: 'Não, manter este endereço',
    },
    ownerConfirmed: {
      title: 'Alterado',
      text: 'Os e-mails de recuperação vão para o novo endereço. Você pode fechar esta página.',
    },
    ownerDeclined: {
      title: 'Mantido',
      text: 'Os e-mails de recuperação continuam chegando a este endereço.',
    },
    ownerOver: {
      title: 'Este link não vale mais',
      text: 'Esta alteração já foi respondida.',
    },
    identity: {
      title: 'Permitir que esta conta abra sua carteira?',
      text: 'Um navegador que tem sua carteira adicionou uma conta, que a abriria em novos navegadores:',
      confirm: 'Sim, permitir',
      decline: 'Não, remover',
    },
    identityAdded: {
      title: 'Adicionada',
      text: 'A conta abre sua carteira em novos navegadores. Você pode fechar esta página.',
    },
    identityRefused: {
      title: 'Removida',
      text: 'A conta não abre sua carteira.',
    },
    identityShown: {
      title: 'Concluído',
      text: 'Sua carteira agora conhece esta conta. Você pode fechar esta página e voltar ao site.',
    },
    identityFailed: {
      title: 'Esta conta não abre a carteira',
      text: 'Volte ao site e tente novamente com a conta que você adicionou à sua carteira.',
    },
    identityDeclined: {
      title: 'Nada foi feito',
      text: 'Você voltou antes de entrar. Você pode fechar esta página.',
    },
    identityOver: {
      title: 'Esta página não vale mais',
      text: 'Ela já foi usada ou tem mais de dez minutos. Recomece de onde veio.',
    },
  },
  facts: {
    account: 'Conta',
    address: 'Endereço',
    origin: 'Site',
    browser: 'Navegador',
  },
}
