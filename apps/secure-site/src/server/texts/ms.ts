// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const ms: Texts = {
  email: {
    asked:
      'Kod ini diminta di {site}, dalam pelayar ini: {browser}. Jika itu bukan anda, jangan beri kod ini kepada sesiapa dan jangan taip di mana-mana.',
    code: {
      subject: 'Kod anda untuk {site}',
      before: 'Masukkan kod ini untuk log masuk ke {site} dengan dompet anda:',
      after: 'Kod ini sah selama sepuluh minit, dan hanya dalam pelayar itu, dalam dompet yang dipaparkan oleh laman.',
    },
    link: {
      subject: 'Sahkan pelayar baharu untuk {site}',
      who: 'Seseorang mahu log masuk ke {site} dengan alamat ini, dalam pelayar yang belum kami kenali: {browser}.',
      compare: 'Jika itu anda, buka pautan dan bandingkan kedua-dua digit:',
      label: 'Sahkan pelayar ini',
      after: 'Pautan ini sah selama sepuluh minit, dan sekali sahaja. Jika anda tidak mahu log masuk, jangan buka pautan ini.',
    },
    change: {
      subject: 'Kod anda untuk menukar alamat e-mel',
      primary: 'Masukkan kod ini untuk menukar alamat e-mel dompet anda kepada {email}:',
      secondary: 'Masukkan kod ini untuk menggunakan alamat ini bagi dompet anda:',
      after: 'Kod ini sah selama sepuluh minit.',
    },
    changed: {
      subject: 'Alamat e-mel dompet anda telah ditukar',
      old: 'Mulai sekarang dompet anda menggunakan {email}. Anda tidak boleh lagi log masuk dengan alamat yang menerima e-mel ini.',
      new: 'Mulai sekarang anda log masuk dengan alamat ini.',
      after: 'Jika itu bukan anda, beritahu laman tempat anda menggunakan dompet anda.',
    },
    linked: {
      subject: 'Satu lagi akaun log masuk ke dompet anda',
      text: 'Mulai sekarang akaun {provider} juga log masuk ke dompet anda. Akaun itu ditambah di {site}, dalam pelayar ini: {browser}.',
    },
    unlinked: {
      subject: 'Satu akaun tidak lagi log masuk ke dompet anda',
      text: '{name} tidak lagi log masuk ke dompet anda. Akaun itu dibuang di {site}, dalam pelayar ini: {browser}.',
    },
  },
  device: {
    question: {
      title: 'Adakah ini anda?',
      site: 'Laman',
      browser: 'Pelayar',
      match: 'Digit',
      hint: 'Sahkan hanya jika anda sendiri sedang log masuk sekarang, dan digit yang sama dipaparkan di sana.',
      yes: 'Ya, sahkan',
      no: 'Tidak, itu bukan saya',
    },
    confirmed: {
      title: 'Disahkan',
      text: 'Kami telah menghantar kod kepada anda melalui e-mel. Masukkannya di tempat anda sedang log masuk. Anda boleh menutup halaman ini.',
    },
    declined: {
      title: 'Ditolak',
      text: 'Tiada sesiapa dilog masuk. Anda boleh menutup halaman ini.',
    },
    over: {
      title: 'Pautan ini tidak berfungsi lagi',
      text: 'Pautan ini telah digunakan, atau telah tamat tempoh. Minta pautan baharu di tempat anda sedang log masuk.',
    },
  },
  words: {
    notice: {
      subject: 'Perkataan rahsia dompet anda telah diminta',
      text: 'Di {origin} seseorang telah log masuk atas nama anda dan meminta untuk melihat perkataan rahsia dompet anda. Sesiapa yang memiliki perkataan itu memiliki dompet.\nPerkataan itu boleh dipaparkan mulai {when} UTC.',
      label: 'Itu bukan saya: hentikan',
      end: 'Jika itu anda, tiada apa-apa perlu dilakukan.',
    },
    code: {
      subject: 'Kod untuk memaparkan perkataan rahsia dompet anda',
      text: 'Masukkan kod ini di {origin} untuk melihat perkataan rahsia dompet anda:',
      end: 'Kod ini sah selama 10 minit. Jangan beritahu sesiapa: dengan kod ini dan log masuk anda, perkataan itu boleh dibaca.',
    },
    done: {
      subject: 'Perkataan rahsia dompet anda telah dipaparkan',
      text: 'Perkataan rahsia dompet anda telah dipaparkan di {origin}. Jika itu bukan anda, pindahkan kandungan dompet ke dompet lain sekarang.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Hentikan paparan perkataan',
      text: 'Seseorang telah meminta untuk melihat perkataan rahsia dompet anda. Jika itu bukan anda, hentikannya di sini, dan log keluar pelayar lain.',
      confirm: 'Hentikan',
    },
    exportStopped: {
      title: 'Dihentikan',
      text: 'Perkataan itu tidak akan dipaparkan. Anda boleh menutup halaman ini.',
    },
    exportOver: {
      title: 'Tiada apa-apa untuk dihentikan',
      text: 'Pautan ini tidak sah lagi: tiada sesiapa menunggu perkataan itu lagi.',
    },
  },
  social: {
    confirmTitle: 'Log masuk ke laman ini?',
    confirmText: 'Anda telah log masuk dengan {provider}.',
    confirmNamed: 'Anda telah log masuk dengan {provider} sebagai {name}.',
    matchText: 'Teruskan hanya jika laman memaparkan nombor yang sama kepada anda:',
    confirm: 'Teruskan',
    confirmWarning:
      'Adakah seseorang menghantar anda ke sini? Jika ya, tutup tetingkap ini: sesiapa yang menunjukkan ini kepada anda boleh masuk ke akaun anda.',
    doneTitle: 'Anda telah log masuk',
    doneText: 'Tutup tetingkap ini dan kembali ke laman.',
    cancelledTitle: 'Anda tidak log masuk',
    cancelledText: 'Anda berpatah balik di {provider}. Tutup tetingkap ini untuk log masuk dengan cara lain.',
    failedTitle: 'Log masuk tidak berjaya',
    failedText: '{provider} tidak memberikan jawapan yang dapat kami semak. Tutup tetingkap ini dan cuba lagi.',
    overTitle: 'Log masuk ini tidak sah lagi',
    overText:
      'Log masuk ini telah digunakan, mengambil masa lebih daripada sepuluh minit, atau bermula dalam pelayar lain. Tutup tetingkap ini dan log masuk semula.',
    back: 'Kembali ke laman',
  },
  browser: {
    on: '{browser} pada {system}',
    other: 'Pelayar',
  },
  window: {
    frame: 'Dompet',
    approve: 'Luluskan',
    export: 'Eksport dompet anda',
    security: 'Keselamatan dompet',
    recover: 'Pulihkan dompet anda',
    continue: 'Teruskan ke laman',
  },
}
