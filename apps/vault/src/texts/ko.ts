// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const ko: Texts = {
  recover: {
    subject: '{match}: 새 브라우저에서 지갑 열기',
    text: '{origin}의 {browser} 브라우저가 지갑을 사용하려고 합니다. 본인이고 그곳에 {match} 숫자가 보인다면 이 페이지를 열고 확인하세요:',
    label: '확인 페이지 열기',
    end: '링크는 10분 동안 유효합니다. 본인이 아니라면 페이지를 열고 거부하세요. 누군가 회원님으로 로그인해 있습니다.',
  },
  delay: {
    subject: '지갑이 나중에 새 브라우저에서 열립니다',
    text: '지갑에 많은 자산이 있으므로 새 브라우저에서는 {when}(UTC)부터 열립니다. 그때까지는 중지할 수 있습니다:',
    label: '중지',
  },
  released: {
    subject: '지갑이 새 브라우저에서 열렸습니다',
    text: '이제 {origin}의 {browser} 브라우저가 지갑을 사용할 수 있습니다. 본인이 아니라면 지갑에 있는 것을 다른 지갑으로 옮기세요.',
  },
  security: {
    subject: '지갑 복구 방법이 변경되었습니다',
    passkey: '패스키',
    passkeys: '패스키 {count}개 중 하나',
    recoveryCode: '복구 코드',
    passphrase: '암호 문구',
    mail: '이 주소로 보내는 메일',
    or: ' 또는 ',
    text: '이제부터 지갑 복구에 사용하는 것: {ways}.',
    alone: '{text} 다른 누구도 복구할 수 없습니다. 이것이 없으면 지갑을 잃게 됩니다.',
    end: '본인이 아니라면 지갑에 있는 것을 다른 지갑으로 옮기세요.',
  },
  owner: {
    subject: '지갑 복구 메일이 다른 곳으로 가게 됩니다',
    text: '로그인 주소가 다음으로 변경되었습니다: {email}. 지갑을 복구하는 메일이 {when}부터, 또는 동의하시는 즉시 그 주소로도 갑니다. 본인이 아니라면 거부하세요:',
    label: '동의 또는 거부',
  },
  identity: {
    subject: '{name} 계정이 지갑을 열게 됩니다',
    text: '지갑이 있는 브라우저가 {name} 계정을 추가했습니다. 이 계정은 {when}부터, 또는 동의하시는 즉시 새 브라우저에서 지갑을 엽니다. 본인이 아니라면 거부하세요:',
    label: '동의 또는 거부',
  },
  pages: {
    recover: {
      title: '이 브라우저가 지갑을 사용하도록 허용할까요?',
      text: '회원님으로 로그인한 누군가가 새 브라우저에서 지갑을 사용하려고 합니다. 다음 두 자리 숫자가 그곳에도 보이는 경우에만 계속하세요:',
      confirm: '네, 본인입니다',
      decline: '아니요, 제가 아닙니다',
    },
    recoverConfirmed: {
      title: '완료',
      text: '요청한 브라우저에서 지갑이 열립니다. 이 페이지는 닫아도 됩니다.',
    },
    recoverDeclined: {
      title: '거부되었습니다',
      text: '다른 브라우저는 지갑을 받지 못합니다. 누군가 메일함을 읽는다고 생각되면 메일함의 비밀번호를 변경하세요.',
    },
    recoverOver: {
      title: '이 링크는 더 이상 유효하지 않습니다',
      text: '이미 사용되었거나 10분이 넘었습니다. 필요한 곳에서 새 링크를 요청하세요.',
    },
    owner: {
      title: '지갑 복구 메일을 받을 곳을 변경할까요?',
      text: '로그인 이메일 주소가 변경되었습니다. 이제부터 지갑을 복구하는 메일은 다음 주소로 가게 됩니다:',
      confirm: '네, 변경합니다',
      decline: '아니요, 이 주소를 유지합니다',
    },
    ownerConfirmed: {
      title: '변경되었습니다',
      text: '복구 메일이 새 주소로 갑니다. 이 페이지는 닫아도 됩니다.',
    },
    ownerDeclined: {
      title: '유지되었습니다',
      text: '복구 메일은 계속 이 주소로 옵니다.',
    },
    ownerOver: {
      title: '이 링크는 더 이상 유효하지 않습니다',
      text: '이 변경에는 이미 응답이 있었습니다.',
    },
    identity: {
      title: '이 계정이 지갑을 열도록 허용할까요?',
      text: '지갑이 있는 브라우저가 계정을 추가했습니다. 새 브라우저에서 지갑을 열게 될 계정입니다:',
      confirm: '네, 허용합니다',
      decline: '아니요, 제거합니다',
    },
    identityAdded: {
      title: '추가되었습니다',
      text: '이 계정은 새 브라우저에서 지갑을 엽니다. 이 페이지는 닫아도 됩니다.',
    },
    identityRefused: {
      title: '제거되었습니다',
      text: '이 계정은 지갑을 열지 않습니다.',
    },
    identityShown: {
      title: '완료',
      text: '이제 지갑이 이 계정을 알고 있습니다. 이 페이지를 닫고 사이트로 돌아가도 됩니다.',
    },
    identityFailed: {
      title: '이 계정은 지갑을 열지 않습니다',
      text: '사이트로 돌아가서 지갑에 추가한 계정으로 다시 시도하세요.',
    },
    identityDeclined: {
      title: '아무것도 하지 않았습니다',
      text: '로그인하기 전에 뒤로 돌아왔습니다. 이 페이지는 닫아도 됩니다.',
    },
    identityOver: {
      title: '이 페이지는 더 이상 유효하지 않습니다',
      text: '이미 사용되었거나 10분이 넘었습니다. 처음 시작한 곳에서 다시 시작하세요.',
    },
  },
  facts: {
    account: '계정',
    address: '주소',
    origin: '사이트',
    browser: '브라우저',
  },
}
