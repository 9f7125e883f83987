// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const id: Texts = {
  email: {
    asked:
      'Kode ini diminta di {site}, di browser ini: {browser}. Jika itu bukan Anda, jangan berikan kode ini kepada siapa pun dan jangan ketikkan di mana pun.',
    code: {
      subject: 'Kode Anda untuk {site}',
      before: 'Masukkan kode ini untuk masuk ke {site} dengan dompet Anda:',
      after: 'Kode berlaku sepuluh menit, dan hanya di browser itu, di dompet yang ditampilkan situs.',
    },
    link: {
      subject: 'Konfirmasikan browser baru untuk {site}',
      who: 'Seseorang ingin masuk ke {site} dengan alamat ini, di browser yang belum kami kenal: {browser}.',
      compare: 'Jika itu Anda, buka tautan dan bandingkan kedua angkanya:',
      label: 'Konfirmasi browser ini',
      after: 'Tautan berlaku sepuluh menit, dan hanya sekali. Jika Anda tidak bermaksud masuk, jangan buka tautan ini.',
    },
    change: {
      subject: 'Kode Anda untuk mengubah alamat email',
      primary: 'Masukkan kode ini untuk mengubah alamat email dompet Anda menjadi {email}:',
      secondary: 'Masukkan kode ini untuk menggunakan alamat ini bagi dompet Anda:',
      after: 'Kode berlaku sepuluh menit.',
    },
    changed: {
      subject: 'Alamat email dompet Anda telah diubah',
      old: 'Mulai sekarang dompet Anda menggunakan {email}. Anda tidak dapat lagi masuk dengan alamat yang menerima email ini.',
      new: 'Mulai sekarang Anda masuk dengan alamat ini.',
      after: 'Jika itu bukan Anda, beri tahu situs tempat Anda menggunakan dompet.',
    },
    linked: {
      subject: 'Akun lain masuk ke dompet Anda',
      text: 'Mulai sekarang akun {provider} juga masuk ke dompet Anda. Akun itu ditambahkan di {site}, di browser ini: {browser}.',
    },
    unlinked: {
      subject: 'Sebuah akun tidak lagi masuk ke dompet Anda',
      text: '{name} tidak lagi masuk ke dompet Anda. Akun itu dihapus di {site}, di browser ini: {browser}.',
    },
  },
  device: {
    question: {
      title: 'Apakah ini Anda?',
      site: 'Situs',
      browser: 'Browser',
      match: 'Angka',
      hint: 'Konfirmasikan hanya jika Anda sendiri sedang masuk saat ini, dan angka yang sama ditampilkan di sana.',
      yes: 'Ya, konfirmasi',
      no: 'Bukan, itu bukan saya',
    },
    confirmed: {
      title: 'Dikonfirmasi',
      text: 'Kami telah mengirimi Anda kode lewat email. Masukkan di tempat Anda sedang masuk. Anda dapat menutup halaman ini.',
    },
    declined: {
      title: 'Ditolak',
      text: 'Tidak ada yang masuk. Anda dapat menutup halaman ini.',
    },
    over: {
      title: 'Tautan ini tidak berfungsi lagi',
      text: 'Tautan sudah digunakan atau sudah kedaluwarsa. Minta yang baru di tempat Anda sedang masuk.',
    },
  },
  words: {
    notice: {
      subject: 'Kata-kata rahasia dompet Anda telah diminta',
      text: 'Di {origin} seseorang masuk atas nama Anda dan meminta untuk melihat kata-kata rahasia dompet Anda. Siapa yang memiliki kata-kata itu memiliki dompetnya.\nKata-kata itu dapat ditampilkan mulai {when} UTC.',
      label: 'Itu bukan saya: hentikan',
      end: 'Jika itu Anda, tidak ada yang perlu dilakukan.',
    },
    code: {
      subject: 'Kode untuk menampilkan kata-kata rahasia dompet Anda',
      text: 'Masukkan kode ini di {origin} untuk melihat kata-kata rahasia dompet Anda:',
      end: 'Kode berlaku 10 menit. Jangan beri tahu siapa pun: dengan kode ini dan proses masuk Anda, kata-kata itu dapat dibaca.',
    },
    done: {
      subject: 'Kata-kata rahasia dompet Anda telah ditampilkan',
      text: 'Kata-kata rahasia dompet Anda telah ditampilkan di {origin}. Jika itu bukan Anda, pindahkan sekarang isi dompet ke dompet lain.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Hentikan penampilan kata-kata',
      text: 'Seseorang meminta untuk melihat kata-kata rahasia dompet Anda. Jika itu bukan Anda, hentikan di sini, dan keluarkan browser lain.',
      confirm: 'Hentikan',
    },
    exportStopped: {
      title: 'Dihentikan',
      text: 'Kata-kata tidak akan ditampilkan. Anda dapat menutup halaman ini.',
    },
    exportOver: {
      title: 'Tidak ada yang perlu dihentikan',
      text: 'Tautan ini tidak berlaku lagi: tidak ada lagi yang menunggu kata-kata itu.',
    },
  },
  social: {
    confirmTitle: 'Masuk ke situs ini?',
    confirmText: 'Anda masuk dengan {provider}.',
    confirmNamed: 'Anda masuk dengan {provider} sebagai {name}.',
    matchText: 'Lanjutkan hanya jika situs menampilkan angka yang sama kepada Anda:',
    confirm: 'Lanjutkan',
    confirmWarning:
      'Apakah seseorang mengirim Anda ke sini? Jika ya, tutup jendela ini: siapa pun yang menunjukkan ini kepada Anda bisa masuk ke akun Anda.',
    doneTitle: 'Anda sudah masuk',
    doneText: 'Tutup jendela ini dan kembali ke situs.',
    cancelledTitle: 'Anda tidak masuk',
    cancelledText: 'Anda kembali di {provider}. Tutup jendela ini untuk masuk dengan cara lain.',
    failedTitle: 'Proses masuk tidak berhasil',
    failedText: '{provider} tidak memberikan jawaban yang dapat kami periksa. Tutup jendela ini dan coba lagi.',
    overTitle: 'Proses masuk ini tidak berlaku lagi',
    overText:
      'Proses ini sudah digunakan, memakan waktu lebih dari sepuluh menit, atau dimulai di browser lain. Tutup jendela ini dan masuk lagi.',
    back: 'Kembali ke situs',
  },
  browser: {
    on: '{browser} ({system})',
    other: 'Browser',
  },
  window: {
    frame: 'Dompet',
    approve: 'Setujui',
    export: 'Ekspor dompet Anda',
    security: 'Keamanan dompet',
    recover: 'Pulihkan dompet Anda',
    continue: 'Lanjutkan ke situs',
  },
}
