// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const vi: Texts = {
  email: {
    asked:
      'Mã này được yêu cầu trên {site}, trong trình duyệt này: {browser}. Nếu đó không phải là bạn, đừng đưa mã cho bất kỳ ai và đừng nhập mã ở bất kỳ đâu.',
    code: {
      subject: 'Mã của bạn cho {site}',
      before: 'Nhập mã này để đăng nhập vào {site} bằng ví của bạn:',
      after: 'Mã có hiệu lực trong mười phút, và chỉ trong trình duyệt đó, trong ví mà trang web hiển thị.',
    },
    link: {
      subject: 'Xác nhận trình duyệt mới cho {site}',
      who: 'Có người muốn đăng nhập vào {site} bằng địa chỉ này, trong một trình duyệt mà chúng tôi chưa biết: {browser}.',
      compare: 'Nếu đó là bạn, hãy mở liên kết và so sánh hai chữ số:',
      label: 'Xác nhận trình duyệt này',
      after: 'Liên kết có hiệu lực trong mười phút và chỉ một lần. Nếu bạn không muốn đăng nhập, đừng mở liên kết.',
    },
    change: {
      subject: 'Mã của bạn để đổi địa chỉ email',
      primary: 'Nhập mã này để đổi địa chỉ email của ví thành {email}:',
      secondary: 'Nhập mã này để dùng địa chỉ này cho ví của bạn:',
      after: 'Mã có hiệu lực trong mười phút.',
    },
    changed: {
      subject: 'Địa chỉ email của ví đã được thay đổi',
      old: 'Từ bây giờ, ví của bạn dùng {email}. Bạn không thể đăng nhập bằng địa chỉ nhận được email này nữa.',
      new: 'Từ bây giờ, bạn đăng nhập bằng địa chỉ này.',
      after: 'Nếu đó không phải là bạn, hãy báo cho trang web mà bạn dùng ví.',
    },
    linked: {
      subject: 'Một tài khoản khác đăng nhập vào ví của bạn',
      text: 'Từ bây giờ, một tài khoản {provider} cũng đăng nhập được vào ví của bạn. Tài khoản này được thêm trên {site}, trong trình duyệt này: {browser}.',
    },
    unlinked: {
      subject: 'Một tài khoản không còn đăng nhập được vào ví của bạn',
      text: '{name} không còn đăng nhập được vào ví của bạn. Mục này đã được gỡ trên {site}, trong trình duyệt này: {browser}.',
    },
  },
  device: {
    question: {
      title: 'Có phải là bạn không?',
      site: 'Trang web',
      browser: 'Trình duyệt',
      match: 'Chữ số',
      hint: 'Chỉ xác nhận nếu chính bạn đang đăng nhập ngay lúc này và ở đó hiển thị cùng các chữ số.',
      yes: 'Có, xác nhận',
      no: 'Không, không phải tôi',
    },
    confirmed: {
      title: 'Đã xác nhận',
      text: 'Chúng tôi đã gửi cho bạn một mã qua email. Hãy nhập mã ở nơi bạn đang đăng nhập. Bạn có thể đóng trang này.',
    },
    declined: {
      title: 'Đã từ chối',
      text: 'Không có ai được đăng nhập. Bạn có thể đóng trang này.',
    },
    over: {
      title: 'Liên kết này không còn hoạt động',
      text: 'Liên kết đã được sử dụng hoặc đã hết hạn. Hãy yêu cầu liên kết mới ở nơi bạn đang đăng nhập.',
    },
  },
  words: {
    notice: {
      subject: 'Có yêu cầu xem các từ bí mật của ví',
      text: 'Trên {origin}, có người đã đăng nhập dưới tên bạn và yêu cầu xem các từ bí mật của ví. Ai có các từ này thì có ví.\nCác từ có thể được hiển thị kể từ {when} (UTC).',
      label: 'Đó không phải là tôi: dừng lại',
      end: 'Nếu đó là bạn, bạn không cần làm gì.',
    },
    code: {
      subject: 'Mã để hiển thị các từ bí mật của ví',
      text: 'Nhập mã này trên {origin} để xem các từ bí mật của ví:',
      end: 'Mã có hiệu lực trong 10 phút. Đừng nói mã cho bất kỳ ai: với mã này và phiên đăng nhập của bạn, người khác có thể đọc các từ.',
    },
    done: {
      subject: 'Các từ bí mật của ví đã được hiển thị',
      text: 'Các từ bí mật của ví đã được hiển thị trên {origin}. Nếu đó không phải là bạn, hãy chuyển ngay những gì ví đang giữ sang ví khác.',
    },
  },
  pages: {
    exportCancel: {
      title: 'Dừng việc hiển thị các từ',
      text: 'Có người đã yêu cầu xem các từ bí mật của ví. Nếu đó không phải là bạn, hãy dừng lại tại đây và đăng xuất khỏi các trình duyệt khác.',
      confirm: 'Dừng lại',
    },
    exportStopped: {
      title: 'Đã dừng',
      text: 'Các từ sẽ không được hiển thị. Bạn có thể đóng trang này.',
    },
    exportOver: {
      title: 'Không có gì để dừng',
      text: 'Liên kết này không còn hiệu lực: không còn ai chờ các từ nữa.',
    },
  },
  social: {
    confirmTitle: 'Đăng nhập vào trang web này?',
    confirmText: 'Bạn đã đăng nhập bằng {provider}.',
    confirmNamed: 'Bạn đã đăng nhập bằng {provider} với tên {name}.',
    matchText: 'Chỉ tiếp tục nếu trang web hiển thị cho bạn cùng một số:',
    confirm: 'Tiếp tục',
    confirmWarning:
      'Có người đưa bạn đến đây? Vậy hãy đóng cửa sổ này: người cho bạn xem nội dung này có thể xâm nhập vào tài khoản của bạn.',
    doneTitle: 'Bạn đã đăng nhập',
    doneText: 'Hãy đóng cửa sổ này và quay lại trang web.',
    cancelledTitle: 'Bạn chưa đăng nhập',
    cancelledText: 'Bạn đã quay lại tại {provider}. Hãy đóng cửa sổ này để đăng nhập bằng cách khác.',
    failedTitle: 'Đăng nhập không thành công',
    failedText: '{provider} không đưa ra phản hồi nào mà chúng tôi có thể kiểm tra. Hãy đóng cửa sổ này và thử lại.',
    overTitle: 'Lần đăng nhập này không còn hiệu lực',
    overText:
      'Lần đăng nhập này đã được sử dụng, kéo dài hơn mười phút hoặc bắt đầu trong trình duyệt khác. Hãy đóng cửa sổ này và đăng nhập lại.',
    back: 'Quay lại trang web',
  },
  browser: {
    on: '{browser} ({system})',
    other: 'Trình duyệt',
  },
  window: {
    frame: 'Ví',
    approve: 'Phê duyệt',
    export: 'Xuất ví của bạn',
    security: 'An toàn của ví',
    recover: 'Khôi phục ví của bạn',
    continue: 'Tiếp tục đến trang web',
  },
}
