// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const ko: Texts = {
  email: {
    asked:
      '이 코드는 {site}에서 다음 브라우저로 요청되었습니다: {browser}. 본인이 아니라면 코드를 누구에게도 알려 주지 말고 어디에도 입력하지 마세요.',
    code: {
      subject: '{site} 코드',
      before: '지갑으로 {site}에 로그인하려면 이 코드를 입력하세요:',
      after: '코드는 10분 동안, 해당 브라우저에서, 사이트가 표시하는 지갑에서만 사용할 수 있습니다.',
    },
    link: {
      subject: '{site}의 새 브라우저 확인',
      who: '누군가 이 주소로 {site}에 로그인하려고 합니다. 아직 저희가 알지 못하는 브라우저입니다: {browser}.',
      compare: '본인이라면 링크를 열고 두 자리 숫자를 비교하세요:',
      label: '이 브라우저 확인',
      after: '링크는 10분 동안 한 번만 사용할 수 있습니다. 로그인하려던 것이 아니라면 열지 마세요.',
    },
    change: {
      subject: '이메일 주소 변경 코드',
      primary: '지갑의 이메일 주소를 다음으로 변경하려면 이 코드를 입력하세요. 새 주소 {email}:',
      secondary: '이 주소를 지갑에 사용하려면 이 코드를 입력하세요:',
      after: '코드는 10분 동안 사용할 수 있습니다.',
    },
    changed: {
      subject: '지갑의 이메일 주소가 변경되었습니다',
      old: '이제부터 지갑은 다음 주소를 사용합니다: {email}. 이 메일을 받은 주소로는 더 이상 로그인할 수 없습니다.',
      new: '이제부터 이 주소로 로그인합니다.',
      after: '본인이 한 것이 아니라면 지갑을 사용하는 사이트에 알리세요.',
    },
    linked: {
      subject: '다른 계정으로도 지갑에 로그인할 수 있게 되었습니다',
      text: '이제부터 {provider} 계정으로도 지갑에 로그인할 수 있습니다. {site}에서 다음 브라우저로 추가되었습니다: {browser}.',
    },
    unlinked: {
      subject: '한 계정으로는 더 이상 지갑에 로그인할 수 없습니다',
      text: '이제 {name}(으)로는 지갑에 로그인할 수 없습니다. {site}에서 다음 브라우저로 제거되었습니다: {browser}.',
    },
  },
  device: {
    question: {
      title: '본인이신가요?',
      site: '사이트',
      browser: '브라우저',
      match: '숫자',
      hint: '지금 직접 로그인하고 있고 그곳에 같은 숫자가 표시되는 경우에만 확인하세요.',
      yes: '네, 확인합니다',
      no: '아니요, 제가 아닙니다',
    },
    confirmed: {
      title: '확인되었습니다',
      text: '이메일로 코드를 보냈습니다. 로그인 중인 곳에 입력하세요. 이 페이지는 닫아도 됩니다.',
    },
    declined: {
      title: '거부되었습니다',
      text: '아무도 로그인되지 않았습니다. 이 페이지는 닫아도 됩니다.',
    },
    over: {
      title: '이 링크는 더 이상 작동하지 않습니다',
      text: '이미 사용되었거나 만료되었습니다. 로그인 중인 곳에서 새 링크를 요청하세요.',
    },
  },
  words: {
    notice: {
      subject: '지갑의 비밀 단어 보기가 요청되었습니다',
      text: '{origin}에서 누군가 회원님으로 로그인하여 지갑의 비밀 단어를 보겠다고 요청했습니다. 단어를 가진 사람이 지갑을 갖습니다.\n단어는 {when}(UTC)부터 표시될 수 있습니다.',
      label: '제가 아닙니다: 중지하기',
      end: '본인이라면 아무것도 하지 않아도 됩니다.',
    },
    code: {
      subject: '지갑의 비밀 단어 보기 코드',
      text: '지갑의 비밀 단어를 보려면 {origin}에서 이 코드를 입력하세요:',
      end: '코드는 10분 동안 유효합니다. 누구에게도 알려 주지 마세요. 이 코드와 회원님의 로그인이 있으면 단어를 읽을 수 있습니다.',
    },
    done: {
      subject: '지갑의 비밀 단어가 표시되었습니다',
      text: '지갑의 비밀 단어가 {origin}에서 표시되었습니다. 본인이 아니라면 지갑에 있는 것을 지금 다른 지갑으로 옮기세요.',
    },
  },
  pages: {
    exportCancel: {
      title: '단어 표시 중지',
      text: '누군가 지갑의 비밀 단어를 보겠다고 요청했습니다. 본인이 아니라면 여기에서 중지하고 다른 브라우저를 로그아웃하세요.',
      confirm: '중지',
    },
    exportStopped: {
      title: '중지되었습니다',
      text: '단어는 표시되지 않습니다. 이 페이지는 닫아도 됩니다.',
    },
    exportOver: {
      title: '중지할 것이 없습니다',
      text: '이 링크는 더 이상 유효하지 않습니다. 단어를 기다리는 사람이 더 이상 없습니다.',
    },
  },
  social: {
    confirmTitle: '이 사이트에 로그인할까요?',
    confirmText: '{provider} 계정으로 로그인되어 있습니다.',
    confirmNamed: '{provider} 계정으로 로그인되어 있습니다. 이름: {name}.',
    matchText: '사이트에 같은 숫자가 표시되는 경우에만 계속하세요:',
    confirm: '계속',
    confirmWarning: '누군가 이곳으로 보냈나요? 그렇다면 이 창을 닫으세요. 이 화면을 보여 주는 사람이 회원님의 계정에 들어갈 수 있습니다.',
    doneTitle: '로그인되었습니다',
    doneText: '이 창을 닫고 사이트로 돌아가세요.',
    cancelledTitle: '로그인되지 않았습니다',
    cancelledText: '{provider}에서 뒤로 돌아왔습니다. 다른 방법으로 로그인하려면 이 창을 닫으세요.',
    failedTitle: '로그인하지 못했습니다',
    failedText: '{provider}에서 저희가 확인할 수 있는 응답을 주지 않았습니다. 이 창을 닫고 다시 시도하세요.',
    overTitle: '이 로그인은 더 이상 유효하지 않습니다',
    overText: '이미 사용되었거나, 10분 넘게 걸렸거나, 다른 브라우저에서 시작되었습니다. 이 창을 닫고 다시 로그인하세요.',
    back: '사이트로 돌아가기',
  },
  browser: {
    on: '{browser}({system})',
    other: '브라우저',
  },
  window: {
    frame: '지갑',
    approve: '승인',
    export: '지갑 내보내기',
    security: '지갑 보안',
    recover: '지갑 복구',
    continue: '사이트로 계속',
  },
}
