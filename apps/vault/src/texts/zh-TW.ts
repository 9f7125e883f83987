// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const zhTW: Texts = {
  recover: {
    subject: '{match}：在新瀏覽器中開啟您的錢包',
    text: '{origin} 上的 {browser} 想使用您的錢包。如果是您本人，並且您在那裡看到數字 {match}，請開啟這個頁面並確認：',
    label: '開啟確認頁面',
    end: '連結 10 分鐘內有效。如果不是您本人，請開啟頁面並拒絕：有人以您的身分登入了。',
  },
  delay: {
    subject: '您的錢包稍後將在新瀏覽器中開啟',
    text: '由於您的錢包中資產較多，它自 {when}（UTC）起才會在新瀏覽器中開啟。在此之前，您仍可停止：',
    label: '停止',
  },
  released: {
    subject: '您的錢包已在新瀏覽器中開啟',
    text: '{origin} 上的 {browser} 現在可以使用您的錢包。如果不是您本人，請將其中的資產轉移到另一個錢包。',
  },
  security: {
    subject: '您錢包的復原方式已變更',
    passkey: '您的通行密鑰',
    passkeys: '您的 {count} 個通行密鑰之一',
    recoveryCode: '您的復原碼',
    passphrase: '您的密碼片語',
    mail: '寄到這個地址的郵件',
    or: '或',
    text: '從現在起，您的錢包透過{ways}復原。',
    alone: '{text}其他任何人都無法復原它：沒有這些，錢包就會遺失。',
    end: '如果不是您本人，請將其中的資產轉移到另一個錢包。',
  },
  owner: {
    subject: '您錢包的復原郵件將寄到其他地址',
    text: '您的登入地址已變更為 {email}。自{when}起（或一經您同意），用於復原您錢包的郵件也將寄到那裡。如果不是您本人，請拒絕：',
    label: '同意或拒絕',
  },
  identity: {
    subject: '一個 {name} 帳戶將可開啟您的錢包',
    text: '一個擁有您錢包的瀏覽器新增了一個 {name} 帳戶。自{when}起（或一經您同意），該帳戶將可在新瀏覽器中開啟您的錢包。如果不是您本人，請拒絕：',
    label: '同意或拒絕',
  },
  pages: {
    recover: {
      title: '允許這個瀏覽器使用您的錢包？',
      text: '有人以您的身分登入，想在新瀏覽器中使用您的錢包。請僅在那裡也顯示這兩位數字時繼續：',
      confirm: '是，是我本人',
      decline: '不，不是我',
    },
    recoverConfirmed: {
      title: '完成',
      text: '您的錢包將在提出要求的瀏覽器中開啟。您可以關閉這個頁面。',
    },
    recoverDeclined: {
      title: '已拒絕',
      text: '另一個瀏覽器不會取得您的錢包。如果您認為有人在讀取您的信箱，請變更信箱密碼。',
    },
    recoverOver: {
      title: '這個連結已失效',
      text: '連結已使用過，或已超過十分鐘。請在需要的地方重新要求。',
    },
    owner: {
      title: '變更您錢包復原郵件的收件地址？',
      text: '您登入的電子郵件地址已變更。從現在起，用於復原您錢包的郵件將寄到：',
      confirm: '是，變更',
      decline: '不，保留這個地址',
    },
    ownerConfirmed: {
      title: '已變更',
      text: '復原郵件將寄到新地址。您可以關閉這個頁面。',
    },
    ownerDeclined: {
      title: '已保留',
      text: '復原郵件仍會寄到這個地址。',
    },
    ownerOver: {
      title: '這個連結已失效',
      text: '這項變更已得到答覆。',
    },
    identity: {
      title: '允許這個帳戶開啟您的錢包？',
      text: '一個擁有您錢包的瀏覽器新增了一個帳戶，該帳戶將在新瀏覽器中開啟您的錢包：',
      confirm: '是，允許',
      decline: '不，移除',
    },
    identityAdded: {
      title: '已新增',
      text: '該帳戶可在新瀏覽器中開啟您的錢包。您可以關閉這個頁面。',
    },
    identityRefused: {
      title: '已移除',
      text: '該帳戶無法開啟您的錢包。',
    },
    identityShown: {
      title: '完成',
      text: '您的錢包現在認得這個帳戶。您可以關閉這個頁面並返回網站。',
    },
    identityFailed: {
      title: '這個帳戶無法開啟錢包',
      text: '請返回網站，用您新增到錢包的帳戶再試一次。',
    },
    identityDeclined: {
      title: '未執行任何動作',
      text: '您在登入前返回了。您可以關閉這個頁面。',
    },
    identityOver: {
      title: '這個頁面已失效',
      text: '它已使用過，或已超過十分鐘。請從您來的地方重新開始。',
    },
  },
  facts: {
    account: '帳戶',
    address: '地址',
    origin: '網站',
    browser: '瀏覽器',
  },
}
