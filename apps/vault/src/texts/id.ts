// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const id: Texts = {
  recover: {
    subject: '{match}: buka dompet Anda di browser baru',
    text: '{browser} di {origin} ingin menggunakan dompet Anda. Jika itu Anda, dan Anda melihat angka {match} di sana, buka halaman ini dan konfirmasikan:',
    label: 'Buka halaman konfirmasi',
    end: 'Tautan berlaku 10 menit. Jika itu bukan Anda, buka halaman dan tolak: seseorang telah masuk atas nama Anda.',
  },
  delay: {
    subject: 'Dompet Anda akan terbuka di browser baru nanti',
    text: 'Karena isi dompet Anda banyak, dompet hanya akan terbuka di browser baru mulai {when} UTC. Sampai saat itu Anda masih dapat menghentikannya:',
    label: 'Hentikan',
  },
  released: {
    subject: 'Dompet Anda telah dibuka di browser baru',
    text: '{browser} di {origin} kini dapat menggunakan dompet Anda. Jika itu bukan Anda, pindahkan isinya ke dompet lain.',
  },
  security: {
    subject: 'Cara memulihkan dompet Anda telah diubah',
    passkey: 'kunci sandi Anda',
    passkeys: 'salah satu dari {count} kunci sandi Anda',
    recoveryCode: 'kode pemulihan Anda',
    passphrase: 'frasa sandi Anda',
    mail: 'email ke alamat ini',
    or: ' atau ',
    text: 'Mulai sekarang dompet Anda dipulihkan dengan {ways}.',
    alone: '{text} Tidak ada orang lain yang dapat memulihkannya: tanpa itu, dompet hilang.',
    end: 'Jika itu bukan Anda, pindahkan isinya ke dompet lain.',
  },
  owner: {
    subject: 'Email pemulihan dompet Anda akan dikirim ke tempat lain',
    text: 'Alamat untuk masuk telah diubah menjadi {email}. Email yang memulihkan dompet Anda akan dikirim ke sana juga mulai {when}, atau segera setelah Anda setuju. Jika itu bukan Anda, tolak:',
    label: 'Setujui atau tolak',
  },
  identity: {
    subject: 'Akun {name} akan membuka dompet Anda',
    text: 'Browser yang memiliki dompet Anda telah menambahkan akun {name}. Akun itu akan membuka dompet Anda di browser baru mulai {when}, atau segera setelah Anda setuju. Jika itu bukan Anda, tolak:',
    label: 'Setujui atau tolak',
  },
  pages: {
    recover: {
      title: 'Izinkan browser ini menggunakan dompet Anda?',
      text: 'Seseorang yang masuk atas nama Anda ingin menggunakan dompet Anda di browser baru. Lanjutkan hanya jika Anda melihat dua angka ini di sana juga:',
      confirm: 'Ya, itu saya',
      decline: 'Bukan, itu bukan saya',
    },
    recoverConfirmed: {
      title: 'Selesai',
      text: 'Dompet Anda terbuka di browser yang memintanya. Anda dapat menutup halaman ini.',
    },
    recoverDeclined: {
      title: 'Ditolak',
      text: 'Browser lain itu tidak mendapatkan dompet Anda. Ubah kata sandi kotak surat Anda jika menurut Anda ada yang membacanya.',
    },
    recoverOver: {
      title: 'Tautan ini tidak berlaku lagi',
      text: 'Tautan sudah digunakan, atau sudah lebih dari sepuluh menit. Minta yang baru di tempat Anda membutuhkannya.',
    },
    owner: {
      title: 'Ubah tujuan email pemulihan dompet Anda?',
      text: 'Alamat email untuk masuk telah diubah. Mulai sekarang, email yang memulihkan dompet Anda akan dikirim ke:',
      confirm: 'Ya, ubah',
      decline: 'Tidak, pertahankan alamat ini',
    },
    ownerConfirmed: {
      title: 'Diubah',
      text: 'Email pemulihan dikirim ke alamat baru. Anda dapat menutup halaman ini.',
    },
    ownerDeclined: {
      title: 'Dipertahankan',
      text: 'Email pemulihan tetap dikirim ke alamat ini.',
    },
    ownerOver: {
      title: 'Tautan ini tidak berlaku lagi',
      text: 'Perubahan ini sudah dijawab.',
    },
    identity: {
      title: 'Izinkan akun ini membuka dompet Anda?',
      text: 'Browser yang memiliki dompet Anda telah menambahkan akun, yang akan membukanya di browser baru:',
      confirm: 'Ya, izinkan',
      decline: 'Tidak, hapus',
    },
    identityAdded: {
      title: 'Ditambahkan',
      text: 'Akun ini membuka dompet Anda di browser baru. Anda dapat menutup halaman ini.',
    },
    identityRefused: {
      title: 'Dihapus',
      text: 'Akun ini tidak membuka dompet Anda.',
    },
    identityShown: {
      title: 'Selesai',
      text: 'Dompet Anda kini mengenal akun ini. Anda dapat menutup halaman ini dan kembali ke situs.',
    },
    identityFailed: {
      title: 'Akun ini tidak membuka dompet',
      text: 'Kembali ke situs dan coba lagi dengan akun yang Anda tambahkan ke dompet Anda.',
    },
    identityDeclined: {
      title: 'Tidak ada yang dilakukan',
      text: 'Anda kembali sebelum masuk. Anda dapat menutup halaman ini.',
    },
    identityOver: {
      title: 'Halaman ini tidak berlaku lagi',
      text: 'Halaman ini sudah digunakan, atau sudah lebih dari sepuluh menit. Mulai lagi dari tempat asal Anda.',
    },
  },
  facts: {
    account: 'Akun',
    address: 'Alamat',
    origin: 'Situs',
    browser: 'Browser',
  },
}
