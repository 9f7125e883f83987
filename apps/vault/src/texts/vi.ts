// No speaker of this language has reviewed it yet.
import type { Texts } from './en.js'

export const vi: Texts = {
  recover: {
    subject: '{match}: mở ví của bạn trong trình duyệt mới',
    text: '{browser} trên {origin} muốn dùng ví của bạn. Nếu đó là bạn, và bạn thấy các chữ số {match} ở đó, hãy mở trang này và xác nhận:',
    label: 'Mở trang xác nhận',
    end: 'Liên kết có hiệu lực trong 10 phút. Nếu đó không phải là bạn, hãy mở trang và từ chối: có người đã đăng nhập dưới tên bạn.',
  },
  delay: {
    subject: 'Ví của bạn sẽ mở trong trình duyệt mới muộn hơn',
    text: 'Vì ví của bạn chứa nhiều tài sản, ví chỉ mở trong trình duyệt mới kể từ {when} (UTC). Cho đến lúc đó, bạn vẫn có thể dừng lại:',
    label: 'Dừng lại',
  },
  released: {
    subject: 'Ví của bạn đã được mở trong trình duyệt mới',
    text: '{browser} trên {origin} hiện có thể dùng ví của bạn. Nếu đó không phải là bạn, hãy chuyển những gì ví đang giữ sang ví khác.',
  },
  security: {
    subject: 'Cách khôi phục ví của bạn đã được thay đổi',
    passkey: 'khóa truy cập của bạn',
    passkeys: 'một trong {count} khóa truy cập của bạn',
    recoveryCode: 'mã khôi phục của bạn',
    passphrase: 'cụm mật khẩu của bạn',
    mail: 'email gửi đến địa chỉ này',
    or: ' hoặc ',
    text: 'Từ bây giờ, ví của bạn được khôi phục bằng {ways}.',
    alone: '{text} Không ai khác có thể khôi phục ví: không có những thứ này, ví sẽ mất.',
    end: 'Nếu đó không phải là bạn, hãy chuyển những gì ví đang giữ sang ví khác.',
  },
  owner: {
    subject: 'Email khôi phục ví của bạn sẽ được gửi đến nơi khác',
    text: 'Địa chỉ đăng nhập của bạn đã được đổi thành {email}. Các email khôi phục ví của bạn cũng sẽ được gửi đến đó kể từ {when}, hoặc ngay khi bạn đồng ý. Nếu đó không phải là bạn, hãy từ chối:',
    label: 'Đồng ý hoặc từ chối',
  },
  identity: {
    subject: 'Một tài khoản {name} sẽ mở ví của bạn',
    text: 'Một trình duyệt có ví của bạn đã thêm một tài khoản {name}. Tài khoản đó sẽ mở ví của bạn trong các trình duyệt mới kể từ {when}, hoặc ngay khi bạn đồng ý. Nếu đó không phải là bạn, hãy từ chối:',
    label: 'Đồng ý hoặc từ chối',
  },
  pages: {
    recover: {
      title: 'Cho phép trình duyệt này dùng ví của bạn?',
      text: 'Có người đã đăng nhập dưới tên bạn muốn dùng ví của bạn trong trình duyệt mới. Chỉ tiếp tục nếu bạn cũng thấy hai chữ số này ở đó:',
      confirm: 'Có, đó là tôi',
      decline: 'Không, không phải tôi',
    },
    recoverConfirmed: {
      title: 'Xong',
      text: 'Ví của bạn sẽ mở trong trình duyệt đã yêu cầu. Bạn có thể đóng trang này.',
    },
    recoverDeclined: {
      title: 'Đã từ chối',
      text: 'Trình duyệt kia không nhận được ví của bạn. Hãy đổi mật khẩu hộp thư nếu bạn nghĩ rằng có người đọc hộp thư đó.',
    },
    recoverOver: {
      title: 'Liên kết này không còn hiệu lực',
      text: 'Liên kết đã được sử dụng hoặc đã quá mười phút. Hãy yêu cầu liên kết mới ở nơi bạn cần.',
    },
    owner: {
      title: 'Thay đổi nơi nhận email khôi phục ví của bạn?',
      text: 'Địa chỉ email đăng nhập của bạn đã được thay đổi. Từ bây giờ, các email khôi phục ví của bạn sẽ được gửi đến:',
      confirm: 'Có, thay đổi',
      decline: 'Không, giữ địa chỉ này',
    },
    ownerConfirmed: {
      title: 'Đã thay đổi',
      text: 'Email khôi phục được gửi đến địa chỉ mới. Bạn có thể đóng trang này.',
    },
    ownerDeclined: {
      title: 'Đã giữ nguyên',
      text: 'Email khôi phục vẫn được gửi đến địa chỉ này.',
    },
    ownerOver: {
      title: 'Liên kết này không còn hiệu lực',
      text: 'Thay đổi này đã được trả lời.',
    },
    identity: {
      title: 'Cho phép tài khoản này mở ví của bạn?',
      text: 'Một trình duyệt có ví của bạn đã thêm một tài khoản sẽ mở ví trong các trình duyệt mới:',
      confirm: 'Có, cho phép',
      decline: 'Không, gỡ bỏ',
    },
    identityAdded: {
      title: 'Đã thêm',
      text: 'Tài khoản này mở ví của bạn trong các trình duyệt mới. Bạn có thể đóng trang này.',
    },
    identityRefused: {
      title: 'Đã gỡ bỏ',
      text: 'Tài khoản này không mở ví của bạn.',
    },
    identityShown: {
      title: 'Xong',
      text: 'Ví của bạn hiện đã biết tài khoản này. Bạn có thể đóng trang này và quay lại trang web.',
    },
    identityFailed: {
      title: 'Tài khoản này không mở ví',
      text: 'Hãy quay lại trang web và thử lại bằng tài khoản mà bạn đã thêm vào ví.',
    },
    identityDeclined: {
      title: 'Chưa có gì được thực hiện',
      text: 'Bạn đã quay lại trước khi đăng nhập. Bạn có thể đóng trang này.',
    },
    identityOver: {
      title: 'Trang này không còn hiệu lực',
      text: 'Trang đã được sử dụng hoặc đã quá mười phút. Hãy bắt đầu lại từ nơi bạn đã đến.',
    },
  },
  facts: {
    account: 'Tài khoản',
    address: 'Địa chỉ',
    origin: 'Trang web',
    browser: 'Trình duyệt',
  },
}
