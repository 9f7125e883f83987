// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const ms: Texts = {
  recover: {
    subject: '{match}: buka dompet anda dalam pelayar baharu',
    text: '{browser} di {origin} mahu menggunakan dompet anda. Jika itu anda, dan anda melihat digit {match} di sana, buka halaman ini dan sahkan:',
    label: 'Buka halaman pengesahan',
    end: 'Pautan ini sah selama 10 minit. Jika itu bukan anda, buka halaman dan tolak: seseorang telah log masuk atas nama anda.',
  },
  delay: {
    subject: 'Dompet anda akan dibuka dalam pelayar baharu kemudian',
    text: 'Oleh sebab dompet anda mengandungi banyak aset, dompet hanya dibuka dalam pelayar baharu mulai {when} UTC. Sehingga itu anda masih boleh menghentikannya:',
    label: 'Hentikan',
  },
  released: {
    subject: 'Dompet anda telah dibuka dalam pelayar baharu',
    text: '{browser} di {origin} kini boleh menggunakan dompet anda. Jika itu bukan anda, pindahkan kandungannya ke dompet lain.',
  },
  security: {
    subject: 'Cara memulihkan dompet anda telah ditukar',
    passkey: 'kunci laluan anda',
    passkeys: 'salah satu daripada {count} kunci laluan anda',
    recoveryCode: 'kod pemulihan anda',
    passphrase: 'frasa laluan anda',
    mail: 'e-mel ke alamat ini',
    or: ' atau ',
    text: 'Mulai sekarang dompet anda dipulihkan dengan {ways}.',
    alone: '{text} Tiada orang lain boleh memulihkannya: tanpanya, dompet hilang.',
    end: 'Jika itu bukan anda, pindahkan kandungannya ke dompet lain.',
  },
  owner: {
    subject: 'E-mel pemulihan dompet anda akan dihantar ke tempat lain',
    text: 'Alamat log masuk anda telah ditukar kepada {email}. E-mel yang memulihkan dompet anda akan dihantar ke sana juga mulai {when}, atau sebaik sahaja anda bersetuju. Jika itu bukan anda, tolak:',
    label: 'Setuju atau tolak',
  },
  identity: {
    subject: 'Akaun {name} akan membuka dompet anda',
    text: 'Pelayar yang mempunyai dompet anda telah menambah akaun {name}. Akaun itu akan membuka dompet anda dalam pelayar baharu mulai {when}, atau sebaik sahaja anda bersetuju. Jika itu bukan anda, tolak:',
    label: 'Setuju atau tolak',
  },
  pages: {
    recover: {
      title: 'Benarkan pelayar ini menggunakan dompet anda?',
      text: 'Seseorang yang telah log masuk atas nama anda mahu menggunakan dompet anda dalam pelayar baharu. Teruskan hanya jika anda melihat dua digit ini di sana juga:',
      confirm: 'Ya, itu saya',
      decline: 'Tidak, itu bukan saya',
    },
    recoverConfirmed: {
      title: 'Selesai',
      text: 'Dompet anda dibuka dalam pelayar yang memintanya. Anda boleh menutup halaman ini.',
    },
    recoverDeclined: {
      title: 'Ditolak',
      text: 'Pelayar lain itu tidak mendapat dompet anda. Tukar kata laluan peti mel anda jika anda rasa ada orang membacanya.',
    },
    recoverOver: {
      title: 'Pautan ini tidak sah lagi',
      text: 'Pautan ini telah digunakan, atau sudah lebih daripada sepuluh minit. Minta pautan baharu di tempat anda memerlukannya.',
    },
    owner: {
      title: 'Tukar tempat e-mel pemulihan dompet anda dihantar?',
      text: 'Alamat e-mel log masuk anda telah ditukar. Mulai sekarang, e-mel yang memulihkan dompet anda akan dihantar ke:',
      confirm: 'Ya, tukar',
      decline: 'Tidak, kekalkan alamat ini',
    },
    ownerConfirmed: {
      title: 'Ditukar',
      text: 'E-mel pemulihan dihantar ke alamat baharu. Anda boleh menutup halaman ini.',
    },
    ownerDeclined: {
      title: 'Dikekalkan',
      text: 'E-mel pemulihan masih dihantar ke alamat ini.',
    },
    ownerOver: {
      title: 'Pautan ini tidak sah lagi',
      text: 'Pertukaran ini telah dijawab.',
    },
    identity: {
      title: 'Benarkan akaun ini membuka dompet anda?',
      text: 'Pelayar yang mempunyai dompet anda telah menambah akaun, yang akan membukanya dalam pelayar baharu:',
      confirm: 'Ya, benarkan',
      decline: 'Tidak, buang',
    },
    identityAdded: {
      title: 'Ditambah',
      text: 'Akaun ini membuka dompet anda dalam pelayar baharu. Anda boleh menutup halaman ini.',
    },
    identityRefused: {
      title: 'Dibuang',
      text: 'Akaun ini tidak membuka dompet anda.',
    },
    identityShown: {
      title: 'Selesai',
      text: 'Dompet anda kini mengenali akaun ini. Anda boleh menutup halaman ini dan kembali ke laman.',
    },
    identityFailed: {
      title: 'Akaun ini tidak membuka dompet',
      text: 'Kembali ke laman dan cuba lagi dengan akaun yang anda tambah pada dompet anda.',
    },
    identityDeclined: {
      title: 'Tiada apa-apa dilakukan',
      text: 'Anda berpatah balik sebelum log masuk. Anda boleh menutup halaman ini.',
    },
    identityOver: {
      title: 'Halaman ini tidak sah lagi',
      text: 'Halaman ini telah digunakan, atau sudah lebih daripada sepuluh minit. Mulakan semula dari tempat anda datang.',
    },
  },
  facts: {
    account: 'Akaun',
    address: 'Alamat',
    origin: 'Laman',
    browser: 'Pelayar',
  },
}
