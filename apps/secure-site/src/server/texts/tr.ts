// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const tr: Texts = {
  email: {
    asked: 'Kod {site} sitesinde, şu tarayıcıda istendi: {browser}. Bu siz değilseniz kodu kimseye vermeyin ve hiçbir yere yazmayın.',
    code: {
      subject: '{site} için kodunuz',
      before: '{site} sitesinde cüzdanınızla oturum açmak için bu kodu girin:',
      after: 'Kod on dakika boyunca ve yalnızca o tarayıcıda, sitenin gösterdiği cüzdanda geçerlidir.',
    },
    link: {
      subject: '{site} için yeni bir tarayıcıyı onaylayın',
      who: 'Biri, {site} sitesinde bu adresle, henüz tanımadığımız bir tarayıcıda oturum açmak istiyor: {browser}.',
      compare: 'Bu sizseniz bağlantıyı açın ve iki rakamı karşılaştırın:',
      label: 'Bu tarayıcıyı onayla',
      after: 'Bağlantı on dakika boyunca ve yalnızca bir kez geçerlidir. Oturum açmak istemediyseniz açmayın.',
    },
    change: {
      subject: 'E-posta adresinizi değiştirme kodunuz',
      primary: 'Cüzdanınızın e-posta adresini {email} olarak değiştirmek için bu kodu girin:',
      secondary: 'Bu adresi cüzdanınız için kullanmak üzere bu kodu girin:',
      after: 'Kod on dakika geçerlidir.',
    },
    changed: {
      subject: 'Cüzdanınızın e-posta adresi değiştirildi',
      old: 'Cüzdanınız artık {email} adresini kullanıyor. Bu iletinin geldiği adresle artık oturum açamazsınız.',
      new: 'Artık bu adresle oturum açacaksınız.',
      after: 'Bunu siz yapmadıysanız cüzdanınızı kullandığınız siteye bildirin.',
    },
    linked: {
      subject: 'Cüzdanınızda artık başka bir hesap da oturum açıyor',
      text: 'Artık bir {provider} hesabı da cüzdanınızda oturum açabiliyor. Hesap {site} sitesinde, şu tarayıcıda eklendi: {browser}.',
    },
    unlinked: {
      subject: 'Bir hesap artık cüzdanınızda oturum açamıyor',
      text: '{name} artık cüzdanınızda oturum açamıyor. {site} sitesinde, şu tarayıcıda kaldırıldı: {browser}.',
    },
  },
  device: {
    question: {
      title: 'Bu siz misiniz?',
      site: 'Site',
      browser: 'Tarayıcı',
      match: 'Rakamlar',
      hint: 'Yalnızca şu anda kendiniz oturum açıyorsanız ve orada aynı rakamlar gösteriliyorsa onaylayın.',
      yes: 'Evet, onayla',
      no: 'Hayır, ben değilim',
    },
    confirmed: {
      title: 'Onaylandı',
      text: 'Size e-postayla bir kod gönderdik. Kodu oturum açtığınız yerde girin. Bu sayfayı kapatabilirsiniz.',
    },
    declined: {
      title: 'Reddedildi',
      text: 'Kimsenin oturumu açılmadı. Bu sayfayı kapatabilirsiniz.',
    },
    over: {
      title: 'Bu bağlantı artık çalışmıyor',
      text: 'Daha önce kullanıldı veya süresi doldu. Oturum açtığınız yerde yenisini isteyin.',
    },
  },
  words: {
    notice: {
      subject: 'Cüzdanınızın gizli sözcükleri istendi',
      text: '{origin} adresinde biri sizin adınıza oturum açtı ve cüzdanınızın gizli sözcüklerini görmek istedi. Sözcükler kimdeyse cüzdan da ondadır.\nSözcükler {when} UTC itibarıyla gösterilebilir.',
      label: 'Bu ben değildim: durdur',
      end: 'Bu sizdiyseniz bir şey yapmanız gerekmez.',
    },
    code: {
      subject: 'Cüzdanınızın gizli sözcüklerini gösterme kodu',
      text: 'Cüzdanınızın gizli sözcüklerini görmek için bu kodu {origin} adresinde girin:',
      end: 'Kod 10 dakika geçerlidir. Kimseye söylemeyin: bu kod ve sizin oturumunuzla sözcükler okunabilir.',
    },
    done: {
      subject: 'Cüzdanınızın gizli sözcükleri gösterildi',
      text: 'Cüzdanınızın gizli sözcükleri {origin} adresinde gösterildi. Bu siz değildiyseniz cüzdanda olanları hemen başka bir cüzdana aktarın.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Sözcüklerin gösterilmesini durdur',
      text: 'Biri cüzdanınızın gizli sözcüklerini görmek istedi. Bu siz değildiyseniz bunu burada durdurun ve diğer tarayıcılardaki oturumları kapatın.',
      confirm: 'Durdur',
    },
    exportStopped: {
      title: 'Durduruldu',
      text: 'Sözcükler gösterilmeyecek. Bu sayfayı kapatabilirsiniz.',
    },
    exportOver: {
      title: 'Durdurulacak bir şey yok',
      text: 'Bu bağlantı artık geçerli değil: sözcükleri bekleyen kimse kalmadı.',
    },
  },
  social: {
    confirmTitle: 'Bu sitede oturum açılsın mı?',
    confirmText: '{provider} ile oturum açtınız.',
    confirmNamed: '{provider} ile {name} olarak oturum açtınız.',
    matchText: 'Yalnızca site size aynı sayıyı gösteriyorsa devam edin:',
    confirm: 'Devam et',
    confirmWarning: 'Sizi buraya biri mi gönderdi? Öyleyse bu pencereyi kapatın: bunu size gösteren kişi hesabınıza girebilir.',
    doneTitle: 'Oturum açtınız',
    doneText: 'Bu pencereyi kapatın ve siteye geri dönün.',
    cancelledTitle: 'Oturum açmadınız',
    cancelledText: '{provider} sayfasında geri döndünüz. Başka bir yolla oturum açmak için bu pencereyi kapatın.',
    failedTitle: 'Oturum açılamadı',
    failedText: '{provider} doğrulayabileceğimiz bir yanıt vermedi. Bu pencereyi kapatın ve yeniden deneyin.',
    overTitle: 'Bu oturum açma işlemi artık geçerli değil',
    overText:
      'Daha önce kullanıldı, on dakikadan uzun sürdü veya başka bir tarayıcıda başladı. Bu pencereyi kapatın ve yeniden oturum açın.',
    back: 'Siteye dön',
  },
  browser: {
    on: '{browser} ({system})',
    other: 'Tarayıcı',
  },
  window: {
    frame: 'Cüzdan',
    approve: 'Onayla',
    export: 'Cüzdanınızı dışa aktarın',
    security: 'Cüzdan güvenliği',
    recover: 'Cüzdanınızı kurtarın',
    continue: 'Bir siteye devam edin',
  },
}
