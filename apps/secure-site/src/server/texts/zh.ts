// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const zh: Texts = {
  email: {
    asked: '此验证码在 {site} 上、通过以下浏览器申请：{browser}。如果不是您本人，请勿将验证码告诉任何人，也不要在任何地方输入。',
    code: {
      subject: '您在 {site} 的验证码',
      before: '请输入此验证码，用您的钱包登录 {site}：',
      after: '验证码十分钟内有效，且只能在该浏览器中、在网站显示的钱包里使用。',
    },
    link: {
      subject: '确认用于 {site} 的新浏览器',
      who: '有人想用此地址登录 {site}，所用的浏览器我们尚不认识：{browser}。',
      compare: '如果是您本人，请打开链接并核对两位数字：',
      label: '确认此浏览器',
      after: '链接十分钟内有效，且只能使用一次。如果您并不想登录，请不要打开。',
    },
    change: {
      subject: '您更改邮箱地址的验证码',
      primary: '请输入此验证码，将您钱包的邮箱地址更改为 {email}：',
      secondary: '请输入此验证码，将此地址用于您的钱包：',
      after: '验证码十分钟内有效。',
    },
    changed: {
      subject: '您钱包的邮箱地址已更改',
      old: '您的钱包从现在起使用 {email}。您不能再用收到本邮件的地址登录。',
      new: '从现在起，您使用此地址登录。',
      after: '如果不是您本人操作，请告知您使用钱包的网站。',
    },
    linked: {
      subject: '另一个账号可以登录您的钱包',
      text: '从现在起，一个 {provider} 账号也可以登录您的钱包。它是在 {site} 上通过此浏览器添加的：{browser}。',
    },
    unlinked: {
      subject: '一个账号不再能登录您的钱包',
      text: '{name} 不再能登录您的钱包。它是在 {site} 上通过此浏览器移除的：{browser}。',
    },
  },
  device: {
    question: {
      title: '是您本人吗？',
      site: '网站',
      browser: '浏览器',
      match: '数字',
      hint: '请仅在您本人此刻正在登录、且那里显示相同的数字时确认。',
      yes: '是，确认',
      no: '不，不是我',
    },
    confirmed: {
      title: '已确认',
      text: '我们已通过邮件向您发送验证码。请在您登录的地方输入。您可以关闭此页面。',
    },
    declined: {
      title: '已拒绝',
      text: '没有人登录。您可以关闭此页面。',
    },
    over: {
      title: '此链接已失效',
      text: '链接已被使用或已过期。请在您登录的地方重新申请。',
    },
  },
  words: {
    notice: {
      subject: '有人要求查看您钱包的助记词',
      text: '有人在 {origin} 上以您的身份登录，并要求查看您钱包的助记词。谁有助记词，谁就拥有钱包。\n助记词自 {when}（UTC）起可以显示。',
      label: '不是我：停止',
      end: '如果是您本人，则无需任何操作。',
    },
    code: {
      subject: '显示您钱包助记词的验证码',
      text: '请在 {origin} 上输入此验证码，查看您钱包的助记词：',
      end: '验证码 10 分钟内有效。请勿告诉任何人：有了它和您的登录，就能读取助记词。',
    },
    done: {
      subject: '您钱包的助记词已被显示',
      text: '您钱包的助记词已在 {origin} 上显示。如果不是您本人，请立即将钱包中的资产转移到另一个钱包。',
    },
  },
  pages: {
    exportCancel: {
      title: '停止显示助记词',
      text: '有人要求查看您钱包的助记词。如果不是您本人，请在此停止，并退出其他浏览器的登录。',
      confirm: '停止',
    },
    exportStopped: {
      title: '已停止',
      text: '助记词不会显示。您可以关闭此页面。',
    },
    exportOver: {
      title: '没有可停止的操作',
      text: '此链接已失效：已没有人在等待助记词。',
    },
  },
  social: {
    confirmTitle: '登录此网站？',
    confirmText: '您已通过 {provider} 登录。',
    confirmNamed: '您已通过 {provider} 以 {name} 的身份登录。',
    matchText: '请仅在网站向您显示相同的数字时继续：',
    confirm: '继续',
    confirmWarning: '是有人让您来这里的吗？那么请关闭此窗口：向您展示此内容的人可能会进入您的账户。',
    doneTitle: '您已登录',
    doneText: '请关闭此窗口并返回网站。',
    cancelledTitle: '您未登录',
    cancelledText: '您在 {provider} 处返回了。请关闭此窗口，以其他方式登录。',
    failedTitle: '登录未成功',
    failedText: '{provider} 没有给出我们可以核实的答复。请关闭此窗口并重试。',
    overTitle: '此次登录已失效',
    overText: '它已被使用、耗时超过十分钟，或是在另一个浏览器中开始的。请关闭此窗口并重新登录。',
    back: '返回网站',
  },
  browser: {
    on: '{browser}（{system}）',
    other: '浏览器',
  },
  window: {
    frame: '钱包',
    approve: '批准',
    export: '导出您的钱包',
    security: '钱包安全',
    recover: '恢复您的钱包',
    continue: '继续前往网站',
  },
}
