// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const tr: Texts = {
  recover: {
    subject: '{match}: cüzdanınızı yeni bir tarayıcıda açın',
    text: '{origin} adresindeki {browser} cüzdanınızı kullanmak istiyor. Bu sizseniz ve orada {match} rakamlarını görüyorsanız bu sayfayı açın ve onaylayın:',
    label: 'Onay sayfasını aç',
    end: 'Bağlantı 10 dakika geçerlidir. Bu siz değildiyseniz sayfayı açın ve reddedin: biri sizin adınıza oturum açmış.',
  },
  delay: {
    subject: 'Cüzdanınız yeni bir tarayıcıda daha sonra açılacak',
    text: 'Cüzdanınızda çok varlık olduğu için yeni tarayıcıda ancak {when} UTC itibarıyla açılır. O zamana kadar bunu durdurabilirsiniz:',
    label: 'Durdur',
  },
  released: {
    subject: 'Cüzdanınız yeni bir tarayıcıda açıldı',
    text: '{origin} adresindeki {browser} artık cüzdanınızı kullanabilir. Bu siz değildiyseniz içindekileri başka bir cüzdana aktarın.',
  },
  security: {
    subject: 'Cüzdanınızın nasıl kurtarılacağı değiştirildi',
    passkey: 'geçiş anahtarınız',
    passkeys: '{count} geçiş anahtarınızdan biri',
    recoveryCode: 'kurtarma kodunuz',
    passphrase: 'parola cümleniz',
    mail: 'bu adrese gönderilen bir e-posta',
    or: ' veya ',
    text: 'Cüzdanınız artık şunlarla kurtarılır: {ways}.',
    alone: '{text} Onu başka kimse kurtaramaz: bunlar olmadan cüzdan kaybolur.',
    end: 'Bu siz değildiyseniz içindekileri başka bir cüzdana aktarın.',
  },
  owner: {
    subject: 'Cüzdanınızın kurtarma e-postaları başka bir adrese gidecek',
    text: 'Oturum açma adresiniz {email} olarak değiştirildi. Cüzdanınızı kurtaran e-postalar {when} itibarıyla veya siz kabul eder etmez oraya da gider. Bu siz değildiyseniz reddedin:',
    label: 'Kabul et veya reddet',
  },
  identity: {
    subject: 'Bir {name} hesabı cüzdanınızı açacak',
    text: 'Cüzdanınızın bulunduğu bir tarayıcı, bir {name} hesabı ekledi. Bu hesap {when} itibarıyla veya siz kabul eder etmez cüzdanınızı yeni tarayıcılarda açar. Bu siz değildiyseniz reddedin:',
    label: 'Kabul et veya reddet',
  },
  pages: {
    recover: {
      title: 'Bu tarayıcı cüzdanınızı kullanabilsin mi?',
      text: 'Sizin adınıza oturum açmış biri cüzdanınızı yeni bir tarayıcıda kullanmak istiyor. Yalnızca şu iki rakamı orada da görüyorsanız devam edin:',
      confirm: 'Evet, bu benim',
      decline: 'Hayır, ben değilim',
    },
    recoverConfirmed: {
      title: 'Tamamlandı',
      text: 'Cüzdanınız, isteyen tarayıcıda açılır. Bu sayfayı kapatabilirsiniz.',
    },
    recoverDeclined: {
      title: 'Reddedildi',
      text: 'Diğer tarayıcı cüzdanınızı almaz. Posta kutunuzu birinin okuduğunu düşünüyorsanız parolasını değiştirin.',
    },
    recoverOver: {
      title: 'Bu bağlantı artık geçerli değil',
      text: 'Daha önce kullanıldı veya on dakikadan eski. Gereken yerde yenisini isteyin.',
    },
    owner: {
      title: 'Cüzdanınızın kurtarma e-postalarının gittiği adres değiştirilsin mi?',
      text: 'Oturum açma e-posta adresiniz değiştirildi. Cüzdanınızı kurtaran e-postalar artık şu adrese gidecek:',
      confirm: 'Evet, değiştir',
      decline: 'Hayır, bu adres kalsın',
    },
    ownerConfirmed: {
      title: 'Değiştirildi',
      text: 'Kurtarma e-postaları yeni adrese gidiyor. Bu sayfayı kapatabilirsiniz.',
    },
    ownerDeclined: {
      title: 'Değiştirilmedi',
      text: 'Kurtarma e-postaları bu adrese gelmeye devam ediyor.',
    },
    ownerOver: {
      title: 'Bu bağlantı artık geçerli değil',
      text: 'Bu değişiklik daha önce yanıtlandı.',
    },
    identity: {
      title: 'Bu hesap cüzdanınızı açabilsin mi?',
      text: 'Cüzdanınızın bulunduğu bir tarayıcı, cüzdanınızı yeni tarayıcılarda açacak bir hesap ekledi:',
      confirm: 'Evet, açabilsin',
      decline: 'Hayır, kaldır',
    },
    identityAdded: {
      title: 'Eklendi',
      text: 'Hesap cüzdanınızı yeni tarayıcılarda açar. Bu sayfayı kapatabilirsiniz.',
    },
    identityRefused: {
      title: 'Kaldırıldı',
      text: 'Hesap cüzdanınızı açmaz.',
    },
    identityShown: {
      title: 'Tamamlandı',
      text: 'Cüzdanınız artık bu hesabı tanıyor. Bu sayfayı kapatıp siteye dönebilirsiniz.',
    },
    identityFailed: {
      title: 'Bu hesap cüzdanı açmıyor',
      text: 'Siteye dönün ve cüzdanınıza eklediğiniz hesapla yeniden deneyin.',
    },
    identityDeclined: {
      title: 'Hiçbir şey yapılmadı',
      text: 'Oturum açmadan geri döndünüz. Bu sayfayı kapatabilirsiniz.',
    },
    identityOver: {
      title: 'Bu sayfa artık geçerli değil',
      text: 'Daha önce kullanıldı veya on dakikadan eski. Geldiğiniz yerden yeniden başlayın.',
    },
  },
  facts: {
    account: 'Hesap',
    address: 'Adres',
    origin: 'Site',
    browser: 'Tarayıcı',
  },
}
