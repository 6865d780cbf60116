// Written by tools/hant.mjs out of zh-Hans-account.ts: do not edit.
// 賬號的繁體中文。

import type { Messages } from './en'

export const zhAccount: Messages['account'] = {
  title: '賬號',
  titles: { in: '登入', up: '註冊賬號', forgotten: '設定新密碼' },
  about: {
    in: '在哪個瀏覽器登入，你都是同一個人。',
    up: '這個瀏覽器裡的對局、研究和進度會歸到賬號名下。不需要電子郵箱。',
    forgotten: '恢復碼在註冊時顯示過，只能用一次。',
  },
  ways: { in: '已有賬號', up: '註冊賬號', forgotten: '忘記了密碼' },
  name: '名字',
  password: '密碼',
  oldPassword: '現在的密碼',
  newPassword: '新密碼（至少 10 個字元）',
  code: '恢復碼',
  codeTitle: '你的恢復碼',
  tokenTitle: '新的令牌',
  once: '請記下來，只顯示這一次。',
  written: '已記下',
  signOut: '退出登入',
  signedInAs: (name) => `已登入：${name}`,
  sessions: '已登入的瀏覽器',
  thisOne: '當前瀏覽器',
  browser: '瀏覽器',
  lastUsed: (time) => `上次使用：${time}`,
  end: '讓它退出',
  endOthers: '退出其他所有瀏覽器',
  keepPreferences: '把這些設定存到賬號',
  preferencesKept: '以後登入的瀏覽器會採用這些設定。',
  changePassword: '修改密碼',
  changeAbout: '其他瀏覽器都會退出登入。',
  changed: '密碼已修改。',
  newCode: '換一個恢復碼',
  tokens: '其他程式',
  tokensAbout: '程式憑令牌替你做事，只限於你在這裡允許的範圍。',
  tokenLabel: '程式的名字',
  newToken: '生成令牌',
  revoke: '撤銷',
  scopes: { read: '檢視我能看到的', play: '開局和走棋', study: '建立和修改研究' },
}

export const zhAccountProblems = {
  'not-signed-in': '名字或密碼不對。',
  'not-recovered': '名字或恢復碼不對。',
  'wrong-password': '這不是現在的密碼。',
  'weak-password': '密碼至少 10 個字元，而且不能是容易被猜到的。可以用幾個詞。',
  'too-often': '嘗試次數太多，請稍等再試。',
  'name-taken': '這個名字已有人用，或與已有的名字太像。',
  'name-of-account': '賬號的名字不能改。',
  'no-account': '請先登入。',
  'no-accounts': '這個棋館沒有賬號。',
  'needs-tls': '只能通過 https 提交密碼。',
  'signed-in': '請先退出登入，再註冊另一個賬號。',
  'bad-token-form': '令牌要有名字，並至少允許一件事。',
}
