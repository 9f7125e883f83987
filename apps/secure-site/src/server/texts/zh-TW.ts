// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const zhTW: Texts = {
  email: {
    asked: '這組驗證碼是在 {site} 上、透過以下瀏覽器要求的：{browser}。如果不是您本人，請勿將驗證碼告訴任何人，也不要在任何地方輸入。',
    code: {
      subject: '您在 {site} 的驗證碼',
      before: '請輸入這組驗證碼，以您的錢包登入 {site}：',
      after: '驗證碼十分鐘內有效，且只能在該瀏覽器中、在網站顯示的錢包裡使用。',
    },
    link: {
      subject: '確認用於 {site} 的新瀏覽器',
      who: '有人想用這個地址登入 {site}，所用的瀏覽器我們還不認得：{browser}。',
      compare: '如果是您本人，請開啟連結並核對兩位數字：',
      label: '確認這個瀏覽器',
      after: '連結十分鐘內有效，且只能使用一次。如果您並未打算登入，請不要開啟。',
    },
    change: {
      subject: '您變更電子郵件地址的驗證碼',
      primary: '請輸入這組驗證碼，將您錢包的電子郵件地址變更為 {email}：',
      secondary: '請輸入這組驗證碼，將這個地址用於您的錢包：',
      after: '驗證碼十分鐘內有效。',
    },
    changed: {
      subject: '您錢包的電子郵件地址已變更',
      old: '您的錢包從現在起使用 {email}。您無法再以收到這封郵件的地址登入。',
      new: '從現在起，您以這個地址登入。',
      after: '如果不是您本人操作，請告知您使用錢包的網站。',
    },
    linked: {
      subject: '另一個帳號可以登入您的錢包',
      text: '從現在起，一個 {provider} 帳號也可以登入您的錢包。它是在 {site} 上透過這個瀏覽器加入的：{browser}。',
    },
    unlinked: {
      subject: '一個帳號不再能登入您的錢包',
      text: '{name} 不再能登入您的錢包。它是在 {site} 上透過這個瀏覽器移除的：{browser}。',
    },
  },
  device: {
    question: {
      title: '是您本人嗎？',
      site: '網站',
      browser: '瀏覽器',
      match: '數字',
      hint: '請僅在您本人此刻正在登入、且那裡顯示相同的數字時確認。',
      yes: '是，確認',
      no: '不，不是我',
    },
    confirmed: {
      title: '已確認',
      text: '我們已將驗證碼以電子郵件寄給您。請在您登入的地方輸入。您可以關閉這個頁面。',
    },
    declined: {
      title: '已拒絕',
      text: '沒有人登入。您可以關閉這個頁面。',
    },
    over: {
      title: '這個連結已失效',
      text: '連結已使用過或已過期。請在您登入的地方重新要求。',
    },
  },
  words: {
    notice: {
      subject: '有人要求查看您錢包的助記詞',
      text: '有人在 {origin} 上以您的身分登入，並要求查看您錢包的助記詞。誰擁有助記詞，誰就擁有錢包。\n助記詞自 {when}（UTC）起可以顯示。',
      label: '不是我：停止',
      end: '如果是您本人，則無須採取任何動作。',
    },
    code: {
      subject: '顯示您錢包助記詞的驗證碼',
      text: '請在 {origin} 上輸入這組驗證碼，查看您錢包的助記詞：',
      end: '驗證碼 10 分鐘內有效。請勿告訴任何人：有了它和您的登入，就能讀取助記詞。',
    },
    done: {
      subject: '您錢包的助記詞已顯示',
      text: '您錢包的助記詞已在 {origin} 上顯示。如果不是您本人，請立即將錢包中的資產轉移到另一個錢包。',
    },
  },
  pages: {
    exportCancel: {
      title: '停止顯示助記詞',
      text: '有人要求查看您錢包的助記詞。如果不是您本人，請在此停止，並登出其他瀏覽器。',
      confirm: '停止',
    },
    exportStopped: {
      title: '已停止',
      text: '助記詞不會顯示。您可以關閉這個頁面。',
    },
    exportOver: {
      title: '沒有可停止的項目',
      text: '這個連結已失效：已沒有人在等待助記詞。',
    },
  },
  social: {
    confirmTitle: '登入這個網站？',
    confirmText: '您已透過 {provider} 登入。',
    confirmNamed: '您已透過 {provider} 以 {name} 的身分登入。',
    matchText: '請僅在網站向您顯示相同的數字時繼續：',
    confirm: '繼續',
    confirmWarning: '是有人要您來這裡的嗎？那麼請關閉這個視窗：向您出示這個畫面的人可能會進入您的帳戶。',
    doneTitle: '您已登入',
    doneText: '請關閉這個視窗並返回網站。',
    cancelledTitle: '您尚未登入',
    cancelledText: '您在 {provider} 返回了上一步。請關閉這個視窗，以其他方式登入。',
    failedTitle: '登入未成功',
    failedText: '{provider} 沒有給出我們可以核實的回覆。請關閉這個視窗並再試一次。',
    overTitle: '這次登入已失效',
    overText: '它已使用過、耗時超過十分鐘，或是在另一個瀏覽器中開始的。請關閉這個視窗並重新登入。',
    back: '返回網站',
  },
  browser: {
    on: '{browser}（{system}）',
    other: '瀏覽器',
  },
  window: {
    frame: '錢包',
    approve: '核准',
    export: '匯出您的錢包',
    security: '錢包安全',
    recover: '復原您的錢包',
    continue: '繼續前往網站',
  },
}
