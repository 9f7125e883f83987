// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const zh: Texts = {
  recover: {
    subject: '{match}：在新浏览器中打开您的钱包',
    text: '{origin} 上的 {browser} 想使用您的钱包。如果是您本人，并且您在那里看到数字 {match}，请打开此页面并确认：',
    label: '打开确认页面',
    end: '链接 10 分钟内有效。如果不是您本人，请打开页面并拒绝：有人以您的身份登录了。',
  },
  delay: {
    subject: '您的钱包稍后将在新浏览器中打开',
    text: '由于您的钱包中资产较多，它自 {when}（UTC）起才会在新浏览器中打开。在此之前，您仍可停止：',
    label: '停止',
  },
  released: {
    subject: '您的钱包已在新浏览器中打开',
    text: '{origin} 上的 {browser} 现在可以使用您的钱包。如果不是您本人，请将其中的资产转移到另一个钱包。',
  },
  security: {
    subject: '您钱包的恢复方式已更改',
    passkey: '您的通行密钥',
    passkeys: '您的 {count} 个通行密钥之一',
    recoveryCode: '您的恢复码',
    passphrase: '您的密码短语',
    mail: '发送到此地址的邮件',
    or: '或',
    text: '从现在起，您的钱包通过{ways}恢复。',
    alone: '{text}其他任何人都无法恢复它：没有这些，钱包就会丢失。',
    end: '如果不是您本人，请将其中的资产转移到另一个钱包。',
  },
  owner: {
    subject: '您钱包的恢复邮件将发送到其他地址',
    text: '您的登录地址已更改为 {email}。自{when}起（或一经您同意），用于恢复您钱包的邮件也将发送到那里。如果不是您本人，请拒绝：',
    label: '同意或拒绝',
  },
  identity: {
    subject: '一个 {name} 账户将可打开您的钱包',
    text: '一个拥有您钱包的浏览器添加了一个 {name} 账户。自{when}起（或一经您同意），该账户将可在新浏览器中打开您的钱包。如果不是您本人，请拒绝：',
    label: '同意或拒绝',
  },
  pages: {
    recover: {
      title: '允许此浏览器使用您的钱包？',
      text: '有人以您的身份登录，想在新浏览器中使用您的钱包。请仅在那里也显示这两位数字时继续：',
      confirm: '是，是我本人',
      decline: '不，不是我',
    },
    recoverConfirmed: {
      title: '完成',
      text: '您的钱包将在提出请求的浏览器中打开。您可以关闭此页面。',
    },
    recoverDeclined: {
      title: '已拒绝',
      text: '另一个浏览器不会获得您的钱包。如果您认为有人在查看您的邮箱，请更改邮箱密码。',
    },
    recoverOver: {
      title: '此链接已失效',
      text: '链接已被使用，或已超过十分钟。请在需要的地方重新申请。',
    },
    owner: {
      title: '更改您钱包恢复邮件的接收地址？',
      text: '您登录的邮箱地址已更改。从现在起，用于恢复您钱包的邮件将发送到：',
      confirm: '是，更改',
      decline: '不，保留此地址',
    },
    ownerConfirmed: {
      title: '已更改',
      text: '恢复邮件将发送到新地址。您可以关闭此页面。',
    },
    ownerDeclined: {
      title: '已保留',
      text: '恢复邮件仍会发送到此地址。',
    },
    ownerOver: {
      title: '此链接已失效',
      text: '此更改已得到答复。',
    },
    identity: {
      title: '允许此账户打开您的钱包？',
      text: '一个拥有您钱包的浏览器添加了一个账户，该账户将在新浏览器中打开您的钱包：',
      confirm: '是，允许',
      decline: '不，移除',
    },
    identityAdded: {
      title: '已添加',
      text: '该账户可在新浏览器中打开您的钱包。您可以关闭此页面。',
    },
    identityRefused: {
      title: '已移除',
      text: '该账户不能打开您的钱包。',
    },
    identityShown: {
      title: '完成',
      text: '您的钱包现在认识此账户。您可以关闭此页面并返回网站。',
    },
    identityFailed: {
      title: '此账户不能打开钱包',
      text: '请返回网站，用您添加到钱包的账户重试。',
    },
    identityDeclined: {
      title: '未执行任何操作',
      text: '您在登录前返回了。您可以关闭此页面。',
    },
    identityOver: {
      title: '此页面已失效',
      text: '它已被使用，或已超过十分钟。请从您来的地方重新开始。',
    },
  },
  facts: {
    account: '账户',
    address: '地址',
    origin: '网站',
    browser: '浏览器',
  },
}
